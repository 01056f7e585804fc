import AppStoreSimulator
import LocalStore
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What a parent and Apple decide.
  static let decisions: [SimulatorVerb] = [
    SimulatorVerb(name: "approve", usage: "approve TXN", words: 1) { call in
      try call.decide(call.words[0], "the parent approved", .askToBuy) { try call.appStore.approvePurchase($0) }
    },
    SimulatorVerb(name: "decline", usage: "decline TXN", words: 1) { call in
      try call.decide(call.words[0], "the parent declined", .askToBuy) { try call.appStore.declinePurchase($0) }
    },
    SimulatorVerb(
      name: "refund", usage: "refund approve|decline|reverse TXN [--percentage N]", words: 2, options: ["percentage"]
    ) { call in
      let percentage = try call.invocation.options.number("percentage", in: 1...100)
      let transactionId = call.words[1]
      guard call.words[0] == "approve" || percentage == nil else {
        throw UsageError("--percentage goes with refund approve")
      }
      switch call.words[0] {
      case "approve":
        return try call.decide(transactionId, "Apple granted the refund of", .refundRequest) {
          try call.appStore.approveRefund(of: $0, percentage: percentage)
        }
      case "decline":
        return try call.decide(transactionId, "Apple declined the refund of", .refundRequest) {
          try call.appStore.declineRefund(of: $0)
        }
      case "reverse":
        return try call.decide(transactionId, "Apple took back the refund of", .refunded) {
          try call.appStore.reverseRefund(of: $0)
        }
      default:
        throw UsageError("usage: till simulator refund approve|decline|reverse TXN [--percentage N]")
      }
    },
  ]
}

extension SimulatorCall {
  /// Takes a decision on a transaction and says which product and account it concerns.
  func decide(
    _ transactionId: String, _ what: String, _ kind: AppStoreCase.Kind, _ decision: (String) throws -> Void
  ) throws -> SimulatorAnswer {
    let decided = try appStore.pending().first { $0.transactionId == transactionId && $0.kind == kind }
    try decision(transactionId)
    var members: JSONObject = ["transactionId": .string(transactionId)]
    let known = try? CompactPayload.json(of: appStore.transactionInfo(transactionId).signedTransactionInfo)
    members.append("productId", text: decided?.productId ?? known?["productId"]?.stringValue)
    members.append("account", text: decided?.account)
    let product = decided.map { " (\($0.productName))" } ?? ""
    return SimulatorAnswer("\(what) \(transactionId)\(product)", members)
  }
}

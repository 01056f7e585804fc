import AppStoreSimulator
import Foundation
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// Purchases from outside this device, changes of plan, prices.
  static let plans: [SimulatorVerb] = [
    SimulatorVerb(
      name: "buy",
      usage: "buy PRODUCT [--account NAME] [--quantity N] [--ago DURATION [--renewals HOW]] [--offer ID | --code NAME]",
      words: 1, options: ["account", "quantity", "ago", "renewals", "offer", "code"]
    ) { try $0.buyElsewhere() },
    SimulatorVerb(
      name: "preview", usage: "preview PRODUCT [--account NAME] [--quantity N]", words: 1,
      options: ["account", "quantity"], isReading: true
    ) { try $0.preview() },
    SimulatorVerb(
      name: "promote", usage: "promote PRODUCT [--account NAME] [--off]", words: 1, options: ["account", "off"]
    ) { call in
      if call.invocation.options.has("off") {
        let account = try call.chosenAccount()
        try call.appStore.dismissPromotion(of: call.words[0], account: account)
        return SimulatorAnswer("\(account) gave up to buy \(call.words[0])", ["productId": .string(call.words[0])])
      }
      let promoted = try call.appStore.promote(call.words[0], account: call.chosenAccount())
      return SimulatorAnswer(
        "\(promoted.account) began to buy \(promoted.productId) in the App Store: `till buy` continues it",
        promoted.document)
    },
    SimulatorVerb(
      name: "promoted", usage: "promoted [--limit N] [--after NEXT]", options: ["limit", "after"], isReading: true
    ) { call in
      try call.list(
        "promoted", call.appStore.promotedPurchases(), header: ["PRODUCT", "ACCOUNT", "BEGUN"], document: \.document
      ) { [$0.productId, $0.account, call.invocation.output.date($0.date)] }
    },
    SimulatorVerb(name: "resolve", usage: "resolve TXN", words: 1) { call in
      try call.decide(call.words[0], "the customer settled what interrupted", .interrupted) {
        try call.appStore.resolvePurchase($0)
      }
    },
    SimulatorVerb(
      name: "price-increase", usage: "price-increase SUB [--price AMOUNT] [--notice]", words: 1,
      options: ["price", "notice"]
    ) { call in
      let price = try call.price()
      let isNotice = call.invocation.options.has("notice")
      let what =
        isNotice
        ? "the customer is told of the higher price, which the next renewal costs"
        : "the price rises, and the customer has to agree before the period ends"
      return try call.subscription(what) {
        try call.appStore.increasePrice(of: call.words[0], to: price, needsConsent: !isNotice, account: $0)
      }
    },
    SimulatorVerb(name: "consent", usage: "consent SUB yes|no", words: 2) { call in
      guard ["yes", "no"].contains(call.words[1]) else {
        throw UsageError("say yes or no, not \(safeText(call.words[1]))")
      }
      let agrees = call.words[1] == "yes"
      let what = agrees ? "the higher price is agreed" : "the higher price is refused: it ends with the period"
      return try call.subscription(what) {
        try call.appStore.answerPriceIncrease(agrees: agrees, of: call.words[0], account: $0)
      }
    },
    SimulatorVerb(name: "extend", usage: "extend SUB DAYS", words: 2) { call in
      guard let days = Int(call.words[1]) else {
        throw UsageError("\(safeText(call.words[1])) is no number of days: take 1 to 90")
      }
      return try call.subscription("the renewal date was extended") {
        try call.appStore.extendRenewal(of: call.words[0], days: days, account: $0)
      }
    },
    SimulatorVerb(name: "save", usage: "save FILE", words: 1, isReading: true) { call in
      let bytes = try call.appStore.savedConfiguration()
      try call.device.write(bytes, call.words[0])
      return SimulatorAnswer(
        "the catalogue and the present settings are in \(safeText(call.words[0]))",
        ["file": .string(call.words[0]), "bytes": .number(JSONNumber(Int64(bytes.count)))])
    },
  ]
}

extension SimulatorCall {
  /// The Apple Account that `--account` names, or else the one that is signed in.
  fileprivate func chosenAccount() throws -> String {
    if let name = invocation.options["account"] { return name }
    return try account()
  }

  fileprivate func price() throws -> Int64? {
    guard let text = invocation.options["price"] else { return nil }
    guard let price = Price.milliunits(decimalText: text), price > 0 else {
      throw UsageError("--price \(safeText(text)): write an amount such as 9.99")
    }
    return price
  }

  fileprivate func preview() throws -> SimulatorAnswer {
    let quantity = try invocation.options.number("quantity", in: 1...10) ?? 1
    let preview = try appStore.preview(words[0], quantity: Int32(quantity), account: chosenAccount())
    let sentences = preview.sentences { invocation.output.date($0) }
    var members: JSONObject = ["productId": .string(preview.productId), "charged": .string(preview.charged)]
    members.append("change", text: preview.change?.rawValue)
    members.append("currentProductId", text: preview.currentProductId)
    members.append("refund", text: preview.refund)
    members.append("effectiveDate", date: preview.effectiveDate)
    members.append("renewal", text: preview.renewal)
    members.append("offer", text: preview.offer)
    if let isEligible = preview.isEligibleForIntroductoryOffer {
      members.append("isEligibleForIntroductoryOffer", .bool(isEligible))
    }
    members.append("offers", .array(preview.offers.map { .object($0.document) }))
    return SimulatorAnswer(sentences.joined(separator: "; "), members)
  }

  fileprivate func buyElsewhere() throws -> SimulatorAnswer {
    let options = invocation.options
    let account = try chosenAccount()
    let date = try options["ago"].map { text in
      try appStore.clock().now.adding(milliseconds: -DurationText.milliseconds(text))
    }
    let renewals = try options["renewals"].map { text in
      guard let renewals = PastRenewals(rawValue: text), date != nil else {
        throw UsageError("--renewals is default, cancel or until-now, and goes with --ago")
      }
      return renewals
    }
    let offer: PurchaseOffer? =
      if let code = options["code"] {
        .code(code)
      } else if let id = options["offer"] {
        .promotional(id: id, signature: try appStore.signOffer(id, productId: words[0], token: nil))
      } else {
        nil
      }
    let answer = try appStore.purchaseElsewhere(
      words[0], quantity: options.number("quantity", in: 1...1000) ?? 1, account: account, offer: offer, at: date,
      renewals: renewals ?? .default)
    var members: JSONObject = ["productId": .string(words[0]), "account": .string(account)]
    let message: String
    switch answer {
    case .success(_, let id, let alreadyOwned):
      members.append("transactionId", .string(id))
      members.append("alreadyOwned", .bool(alreadyOwned))
      message = alreadyOwned ? "nothing was charged: \(id) stands" : "\(account) bought \(words[0]): \(id)"
    case .pending(let id), .unanswered(let id):
      members.append("transactionId", .string(id))
      message = "the purchase \(id) of \(account) waits: `till simulator pending` lists it"
    case .cancelled: message = "cancelled: nothing was charged"
    }
    return SimulatorAnswer(message, members)
  }
}

extension PreviewedOffer {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "type": .number(JSONNumber(Int64(type.rawValue))), "text": .string(words), "eligible": .bool(reason == nil),
    ]
    document.append("offerId", text: id)
    document.append("reason", text: reason)
    return document
  }
}

extension PromotedPurchase {
  fileprivate var document: JSONObject {
    ["productId": .string(productId), "account": .string(account), "date": date.json]
  }
}

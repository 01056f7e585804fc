import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// Families of Apple Accounts.
  static let families: [SimulatorVerb] = [
    SimulatorVerb(
      name: "family", usage: "family [join ACCOUNT | leave ACCOUNT | share on|off PRODUCT]", upTo: 3
    ) { call in
      switch (call.words.first, call.words.count) {
      case (nil, _):
        return try call.families("")
      case ("join", 2):
        let account = try call.account()
        try call.appStore.joinFamily(call.words[1], of: account)
        return try call.families("\(call.words[1]) is in the family of \(account); ")
      case ("leave", 2):
        try call.appStore.leaveFamily(call.words[1])
        return try call.families("\(call.words[1]) left the family; ")
      case ("share", 3):
        let account = try call.account()
        let isOn = try call.isOn(at: 1)
        try call.appStore.setSharing(isOn, of: call.words[2], account: account)
        return try call.families("\(account) \(isOn ? "shares" : "keeps") \(call.words[2]); ")
      default:
        throw UsageError("usage: till simulator family [join ACCOUNT | leave ACCOUNT | share on|off PRODUCT]")
      }
    }
  ]
}

extension SimulatorCall {
  /// How the families stand, behind what was done.
  fileprivate func families(_ done: String) throws -> SimulatorAnswer {
    let families = try appStore.families()
    var table = Table(["FAMILY OF", "MEMBER", "HAS", "FROM", "TRANSACTION"])
    for family in families {
      for member in family.members {
        let shares = family.shares.filter { $0.member == member }
        if shares.isEmpty { table.append([family.organizer, member, "", "", ""]) }
        for share in shares {
          table.append([family.organizer, member, share.productId, share.owner, share.transactionId])
        }
      }
    }
    let shared = families.reduce(0) { $0 + $1.shares.count }
    let message = done + (families.isEmpty ? "there is no family" : "\(shared) shared in \(families.count) families")
    let members: JSONObject = ["families": .array(families.map { .object($0.document) })]
    guard !families.isEmpty else { return SimulatorAnswer(message, members) }
    return SimulatorAnswer(message, members, text: table.text)
  }
}

extension SimulatedFamily {
  fileprivate var document: JSONObject {
    [
      "organizer": .string(organizer), "members": .array(members.map(JSONValue.string)),
      "shares": .array(
        shares.map { share in
          [
            "productId": .string(share.productId), "transactionId": .string(share.transactionId),
            "originalTransactionId": .string(share.originalTransactionId), "owner": .string(share.owner),
            "member": .string(share.member),
          ]
        }),
    ]
  }
}

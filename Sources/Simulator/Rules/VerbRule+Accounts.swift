import AppStoreModel
import Core
import Verbs

/// Verbs for Apple Accounts, families and faults.
extension VerbRule {
  static let accounts: [VerbRule] = [
    VerbRule(.storefront) { session, call in
      let (account, code) = (try call.account(), try call[.storefront])
      try session.setStorefront(code, of: account)
      return VerbAnswer(
        "\(account) is now in storefront \(code), with its prices",
        ["account": .string(account), "storefront": .string(code)])
    },
    VerbRule(.locale) { session, call in
      let (account, locale) = (try call.account(), try call[.locale])
      try session.setLocale(locale, of: account)
      return VerbAnswer(
        "names and prices of \(account) are now shown as in \(safeText(locale))",
        ["account": .string(account), "locale": .string(locale)])
    },
    VerbRule(.noLocale) { session, call in
      let account = try call.account()
      try session.setLocale(nil, of: account)
      return VerbAnswer(
        "names and prices of \(account) are now shown as in its storefront", ["account": .string(account)])
    },
    VerbRule(.newAccount) { session, call in
      let name = try call[.newName]
      try session.addAccount(name, storefront: session.accounts().first?.storefront ?? "USA", note: "")
      return VerbAnswer("created the Apple Account \(name)")
    },
    VerbRule(.rescindConsent) { session, call in
      let account = try call[maybe: .newName] ?? call.account()
      try session.notifyOfRescindedConsent(of: account)
      return VerbAnswer(
        "a parent withdrew the consent for \(account); the app server is notified", ["account": .string(account)])
    },
    VerbRule(.externalPurchase) { session, call in
      let event = call[maybe: .externalEvent] ?? NotificationSubtype.unreported.rawValue
      let token = try session.notifyOfExternalPurchase(NotificationSubtype(rawValue: event))
      return VerbAnswer(
        "the app server is notified that token \(token) is \(event)",
        ["externalPurchaseId": .string(token), "subtype": .string(event)])
    },
    VerbRule(.receipt) { session, call in
      guard session.state.network else { throw StoreError.noNetwork }
      let (path, account) = (try call[.to], try call.chosenAccount())
      let name = call[maybe: .environment] ?? session.identity.environment.rawValue
      let environment = StoreEnvironment(rawValue: name)
      guard [.sandbox, .production].contains(environment) else {
        throw StoreError(.usage, say("invalid --environment “\(safeText(name))”; use Sandbox or Production"))
      }
      let receipt = try session.receipt(of: account, environment: environment)
      return VerbAnswer(
        "wrote the app receipt of \(account) for \(name) to \(call.place(ofFile: path)) (\(receipt.count) bytes)",
        ["account": .string(account), "environment": .string(name), "file": .string(path)], files: [path: receipt])
    },
  ]

  // MARK: Families

  static let families: [VerbRule] = [
    VerbRule(.family) { session, _ in try session.families("") },
    VerbRule(.joinFamily) { session, call in
      let (account, member) = (try call.account(), try call[.member])
      try session.joinFamily(member, of: account)
      return try session.families("\(member) joined the family of \(account); ")
    },
    VerbRule(.leaveFamily) { session, call in
      let member = try call[.member]
      try session.leaveFamily(member)
      return try session.families("\(member) left the family; ")
    },
    VerbRule(.share) { session, call in
      let (account, isOn, product) = (try call.account(), try call[.isOn], try call[.product])
      try session.setSharing(isOn, of: product, account: account)
      return try session.families(isOn ? "\(account) shares \(product); " : "\(account) stopped sharing \(product); ")
    },
  ]

  // MARK: Faults

  static let faults: [VerbRule] = [
    VerbRule(.fault) { session, call in
      let (fault, kind) = (try call[.fault], call[maybe: .kind])
      let armed = ArmedFault(fault, kind: kind ?? fault.kinds.first, isOneShot: call.has(.once))
      try session.arm(fault, kind: kind, isOneShot: armed.isOneShot)
      let often: Words = armed.isOneShot ? "once" : "until you switch it off"
      let how = armed.kind.map { " \($0.rawValue)" } ?? ""
      return VerbAnswer("\(fault.rawValue)\(how) is on, \(often): \(fault.words)", armed.document)
    },
    VerbRule(.faultOff) { session, call in
      let fault = try call[.fault]
      try session.disarm(fault)
      return VerbAnswer("\(fault.rawValue) is off", ["fault": .string(fault.rawValue), "on": false])
    },
    VerbRule(.showFaults) { session, call in
      let armed = try session.faults()
      return VerbAnswer(
        list: "faults", AppStoreFault.allCases, call, header: ["FAULT", "NOW", "WHAT IT DOES", "KINDS"],
        document: { fault in armed.first { $0.fault == fault }?.document ?? fault.document },
        cells: { fault in
          let now = armed.first { $0.fault == fault }
          let state =
            now.map { ($0.kind?.rawValue ?? term("on")) + ($0.isOneShot ? ", " + term("once") : "") } ?? term("off")
          return [fault.rawValue, state, fault.words, fault.kinds.map(\.rawValue).joined(separator: " ")]
        })
    },
  ]
}

extension LedgerSession {
  /// Returns the answer of a family verb: the families after the change.
  fileprivate func families(_ done: Words) throws -> VerbAnswer {
    let families = try families()
    var table = Table(titles: ["FAMILY OF", "MEMBER", "HAS", "FROM", "TRANSACTION"])
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
    return VerbAnswer(
      done + (families.isEmpty ? "no families yet" : "now shared: \(shared)"),
      ["families": .array(families.map { .object($0.document) })], text: families.isEmpty ? nil : table.text)
  }
}

extension SimulatedFamily {
  fileprivate var document: JSONObject {
    [
      "organizer": .string(organizer), "members": .strings(members),
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

extension AppStoreFault {
  /// The fault as a document while it is off.
  fileprivate var document: JSONObject {
    [
      "fault": .string(rawValue), "on": false, "text": .string(words), "kinds": .strings(kinds.map(\.rawValue)),
    ]
  }
}

extension ArmedFault {
  fileprivate var document: JSONObject {
    var document: JSONObject = ["fault": .string(fault.rawValue), "on": true, "once": .bool(isOneShot)]
    document.append("kind", text: kind?.rawValue)
    document.append("text", .string(fault.words))
    document.append("kinds", .strings(fault.kinds.map(\.rawValue)))
    return document
  }
}

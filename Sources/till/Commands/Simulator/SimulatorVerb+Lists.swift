import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What the App Store's side shows.
  static let lists: [SimulatorVerb] = [
    SimulatorVerb(name: "root", usage: "root", isReading: true) { call in
      let pem = call.appStore.rootCertificatePEM
      return SimulatorAnswer(
        "the root certificate of this simulated App Store",
        ["root": .string(pem), "fingerprint": .string(call.appStore.rootFingerprint)],
        text: pem.hasSuffix("\n") ? String(pem.dropLast()) : pem)
    },
    SimulatorVerb(
      name: "pending", usage: "pending [--limit N] [--after NEXT]", options: ["limit", "after"], isReading: true
    ) { call in
      let waiting = try call.appStore.pending().filter { $0.kind != .refunded }
      return try call.list(
        "pending", waiting, header: ["WAITING", "TRANSACTION", "PRODUCT", "ACCOUNT", "PRICE", "SINCE", "NOTE"],
        document: \.document
      ) { row in
        [
          row.kind.rawValue, row.transactionId, row.productId, row.account, row.displayPrice,
          call.invocation.output.date(row.date), row.note ?? "",
        ]
      }
    },
    SimulatorVerb(
      name: "accounts", usage: "accounts [--limit N] [--after NEXT]", options: ["limit", "after"], isReading: true
    ) { call in
      try call.list(
        "accounts", call.appStore.accounts(), header: ["ACCOUNT", "STOREFRONT", "NOTE"], document: \.document
      ) { [$0.name, $0.storefront, $0.note] }
    },
  ]
}

extension SimulatorCall {
  /// One page of a list that is short enough to be read whole; `next` counts its rows.
  func list<Row>(
    _ name: String, _ rows: [Row], header: [String], document: (Row) -> JSONObject, cells: (Row) -> [String]
  ) throws -> SimulatorAnswer {
    let options = invocation.options
    let limit = try options.number("limit", in: 1...10_000) ?? 50
    let start = try options.number("after", in: 1...1_000_000) ?? 0
    let shown = rows.dropFirst(start).prefix(limit)
    var table = Table(header)
    shown.forEach { table.append(cells($0)) }
    let end = start + shown.count
    return SimulatorAnswer.list(
      name, shown.map { .object(document($0)) }, next: end < rows.count ? String(end) : nil, table: table)
  }
}

extension SimulatorAnswer {
  /// A list with its rows in a table; `next` reads on.
  static func list(_ name: String, _ rows: [JSONValue], next: String?, table: Table) -> SimulatorAnswer {
    var members: JSONObject = [:]
    members.append(name, .array(rows))
    members.append("next", text: next)
    let more = next.map { "\nmore: till simulator \(name) --after \($0)" } ?? ""
    return SimulatorAnswer("\(rows.count) \(name)", members, text: table.text + more)
  }
}

extension AppStoreCase {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "kind": .string(kind.rawValue), "transactionId": .string(transactionId), "productId": .string(productId),
      "account": .string(account), "date": date.json, "displayPrice": .string(displayPrice),
    ]
    document.append("note", text: note)
    return document
  }
}

extension AppleAccount {
  fileprivate var document: JSONObject {
    ["name": .string(name), "storefront": .string(storefront), "note": .string(note)]
  }
}

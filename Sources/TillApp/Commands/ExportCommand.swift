import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let export = Command(
    name: "export", summary: "write the account's transactions or the catalogue to standard output",
    forms: [UsageForm(.option(.exportFormat))],
    examples: [
      "till export --format csv > transactions.csv", "till export --format jws > transactions.jws",
      "till export --format storekit > Products.storekit",
    ]
  ) { call in
    let format = try call.options[.exportFormat] ?? .json
    guard !call.output.json || format == .json || format == .storekit else {
      throw UsageError(say("--format \(format.rawValue) is no JSON; leave out --json"))
    }
    let session = try await call.session()
    if format == .storekit {
      _ = try await call.carryOut(VerbCall(.giveCatalogue).with(.savedFile, "-"), in: session)
      return .done
    }
    try format.write(session.reader(), to: call.output)
    return .done
  }
}

extension Parameter where Value == ExportFormat {
  fileprivate static var exportFormat: Self {
    Parameter(option: "format", "FORMAT", "json, csv, jws or storekit", form: "json|csv|jws|storekit") {
      text throws(StoreError) in
      if let format = ExportFormat(rawValue: text) { return format }
      throw StoreError(.usage, said: "invalid --format “\(safeText(text))”; use json, csv, jws or storekit")
    }
  }
}

/// The formats of `till export`; all formats except the catalogue are written page by page.
private enum ExportFormat: String {
  case json, csv, jws, storekit

  func write(_ store: LocalStore, to output: Output) throws {
    var isFirst = true
    output.raw(head.utf8)
    var request = PageRequest(limit: 500)
    while true {
      let page = try store.transactions(request)
      var text = ""
      for row in page.rows {
        guard let line = try line(row, store) else { continue }
        text += isFirst || self != .json ? line : ",\n" + line
        isFirst = false
      }
      output.raw(text.utf8)
      guard let next = page.next else { break }
      request.key = next
    }
    if self == .json { output.raw("\n]}\n".utf8) }
  }

  private var head: String {
    switch self {
    case .json: "{\"transactions\": [\n"
    case .csv: Destination.csv.row(Transaction.fields.names + ["verification"])
    case .jws, .storekit: ""
    }
  }

  private func line(_ row: StoredTransaction, _ store: LocalStore) throws -> String? {
    switch self {
    case .json:
      return JSONValue.object(row.document).serialized()
    case .csv:
      let payload = row.transaction.json
      let cells = Transaction.fields.names.map { payload[$0].map(Self.text) ?? "" } + [row.verdict.word]
      return Destination.csv.row(cells)
    case .jws:
      guard row.verdict == .verified, let id = row.transaction.transactionId else { return nil }
      return try store.signedTransaction(id).map { $0 + "\n" }
    case .storekit:
      return nil
    }
  }

  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return value == .null ? "" : value.serialized()
  }
}

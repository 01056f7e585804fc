package import Purchasing
import SignedData
package import StrictJSON

/// A verb of `till simulator` on its way to the `till serve` that has the ledger.
///
/// The server has none of the device's files and cannot ask its person: it answers what it needs, and is called again
/// with that.
package struct RemoteVerb: Hashable, Sendable {
  /// The verb and its words.
  package var words: [String]
  /// The values of its options by name; a switch has an empty one.
  package var options: [String: [String]]
  /// The Apple Account that is signed in on the device.
  package var account: String?
  /// What the files that it reads hold, by the names that its words and options have for them.
  package var files: [String: [UInt8]]

  package init(
    words: [String], options: [String: [String]] = [:], account: String? = nil, files: [String: [UInt8]] = [:]
  ) {
    self.words = words
    self.options = options
    self.account = account
    self.files = files
  }
}

/// Carries a verb of a device elsewhere out.
package typealias RemoteVerbs = @Sendable (RemoteVerb) throws(BackendError) -> RemoteVerbAnswer

/// What a verb far away leads to.
package enum RemoteVerbAnswer: Hashable, Sendable {
  /// It was done: the document, the same in plain words, and files to write under names that the verb gave.
  case done(document: JSONObject, text: String, files: [String: [UInt8]])
  /// It cannot be taken back: with `yes` among its options it is done.
  case question(String)
  /// It needs what a file holds.
  case wantsFile(String)
}

extension RemoteStore {
  /// The largest request that a verb may be: a whole history of a ledger fits.
  package static let verbLimit = 32 << 20

  /// Has a verb carried out where the ledger is.
  ///
  /// - Throws: a `BackendError`, of kind `usage` when the verb makes no sense as it stands.
  package func carryOut(_ verb: RemoteVerb) async throws(BackendError) -> RemoteVerbAnswer {
    try await call(RemoteServerCall.verb, verb.json, RemoteVerbAnswer.init(json:))
  }
}

extension RemoteVerb {
  /// Reads the verb as it travels.
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      words: try json.required("words", json.strings("words")), account: try json.string("account"),
      files: try [String: [UInt8]](remote: json.object("files") ?? [:]))
    for (name, _) in try json.object("options") ?? [:] {
      options[name] = try json.object("options")?.strings(name)
    }
  }

  /// The verb as it travels.
  package var json: JSONObject {
    var json: JSONObject = ["words": .strings(words), "files": .object(files.remote)]
    var given: JSONObject = [:]
    for (name, values) in options.sorted(by: { $0.key < $1.key }) { given.append(name, .strings(values)) }
    json.append("options", .object(given))
    json.append("account", ifPresent: account.map(JSONValue.string))
    return json
  }
}

extension RemoteVerbAnswer {
  init(json: JSONObject) throws(JSONError) {
    if let question = try json.string("question") {
      self = .question(question)
    } else if let name = try json.string("wantsFile") {
      self = .wantsFile(name)
    } else {
      self = .done(
        document: try json.required("document", json.object("document")), text: try json.text("text"),
        files: try [String: [UInt8]](remote: json.object("files") ?? [:]))
    }
  }

  /// The answer as it travels.
  package var json: JSONObject {
    switch self {
    case .done(let document, let text, let files):
      ["document": .object(document), "text": .string(text), "files": .object(files.remote)]
    case .question(let text): ["question": .string(text)]
    case .wantsFile(let name): ["wantsFile": .string(name)]
    }
  }
}

extension [String: [UInt8]] {
  fileprivate init(remote json: JSONObject) throws(JSONError) {
    self.init()
    for (name, _) in json {
      self[name] = try json.required(name, Base64.standard.decode(try json.text(name)))
    }
  }

  fileprivate var remote: JSONObject {
    var json: JSONObject = [:]
    for (name, content) in sorted(by: { $0.key < $1.key }) {
      json.append(name, .string(String(decoding: Base64.standard.encode(content), as: UTF8.self)))
    }
    return json
  }
}

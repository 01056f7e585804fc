import AppStoreModel
import Core
import Verbs

extension VerbCall {
  init(remote json: JSONObject) throws(JSONError) {
    try self.init(json: json)
    files = try [String: [UInt8]](remote: json.object("files") ?? [:])
  }

  var remote: JSONObject {
    var json = json
    json.append("files", .object(files.remote))
    return json
  }
}

extension VerbReply {
  init(remote json: JSONObject) throws(JSONError) {
    if let question = try json.string("question") {
      self = .question(question)
    } else {
      self = .done(
        VerbAnswer(
          document: try json.required("document", json.object("document")), text: try json.text("text"),
          files: try [String: [UInt8]](remote: json.object("files") ?? [:])))
    }
  }

  var remote: JSONObject {
    switch self {
    case .done(let answer):
      [
        "document": .object(answer.document), "text": .string(answer.text), "files": .object(answer.files.remote),
      ]
    case .question(let text): ["question": .string(text)]
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

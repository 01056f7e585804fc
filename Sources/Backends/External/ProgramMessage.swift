import AppStoreModel
import Core

/// A parsed line of an external program's output.
enum ProgramMessage {
  /// The answer to the call with this id: an object or an error.
  case answer(Int64, Result<JSONObject, StoreError>)
  /// The notification that something may have changed.
  case bell
  /// Any other line, as a text for the journal.
  case neither(String)

  /// - Parameter name: The program's name, for messages.
  init(_ line: [UInt8], of name: String) {
    guard case .object(let message) = try? JSONValue(parsing: line) else {
      self = .neither(say("invalid JSON-RPC line: \(String(decoding: line.prefix(200), as: UTF8.self))"))
      return
    }
    if message["id"] == nil, (try? message.string("method")) == "changed" {
      self = .bell
    } else if let id = try? message.int64("id") {
      self = .answer(id, Self.result(message, of: name))
    } else {
      self = .neither(say("an answer without an id"))
    }
  }

  private static func result(_ message: JSONObject, of name: String) -> Result<JSONObject, StoreError> {
    if let error = try? message.object("error") { return .failure(failure(error, of: name)) }
    if case .object(let result) = message["result"] { return .success(result) }
    return .failure(StoreError(.systemError, say("\(name) answered without a result object")))
  }

  /// Returns the error of an error object, whose `data` may give the kind and whether a retry may help.
  private static func failure(_ error: JSONObject, of name: String) -> StoreError {
    let data = try? error.object("data")
    let kind = (try? data?.string("kind")).map { FailureKind(rawValue: safeText($0, limit: 64)) } ?? .failed
    let text = safeText((try? error.string("message")) ?? say("no message"))
    return StoreError(kind, "\(name): \(text)", isTemporary: (try? data?.bool("isTemporary")) ?? false)
  }
}

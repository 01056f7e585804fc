internal import CPostgreSQL
import Core
internal import Storage

extension DatabaseFault {
  /// Creates the fault from a statement's error result.
  ///
  /// The server's detail is left out, because it quotes the values of the row.
  init(answer: OpaquePointer?, connection: OpaquePointer?, address: PostgreSQLAddress) {
    let state = Self.field(till_pq_field_state, answer)
    let constraint = Self.field(till_pq_field_constraint, answer).map { " [\($0)]" } ?? ""
    guard let state else {
      self.init(connection: connection, address: address)
      return
    }
    let words = (Self.field(till_pq_field_message, answer) ?? "") + constraint
    self.init(Cause(state: state), file: address.description, code: Int32(state, radix: 36) ?? 0, detail: words)
  }

  /// Creates the fault of a connection that was lost or never opened.
  init(connection: OpaquePointer?, address: PostgreSQLAddress) {
    let words =
      connection.flatMap { till_pq_error_message($0) }.map { String(cString: $0) } ?? say("out of memory")
    let line = words.split(separator: "\n").last.map(String.init) ?? ""
    let refused = ["password", "authentication", "pg_hba.conf", "role \"", "certificate"]
    let cause: Cause = refused.contains { line.contains($0) } ? .forbidden : .unreachable
    self.init(cause, file: address.description, detail: line)
  }

  private static func field(_ field: Int32, _ answer: OpaquePointer?) -> String? {
    answer.flatMap { till_pq_result_field($0, field) }.map { String(cString: $0) }
  }

  /// Whether two transactions conflicted, so that the same one may succeed if it is repeated.
  var isConflict: Bool { [Self.serializationFailure, Self.deadlock].contains(code) }

  private static let serializationFailure = Int32("40001", radix: 36)
  private static let deadlock = Int32("40P01", radix: 36)
}

extension DatabaseFault.Cause {
  /// Creates the cause from one of PostgreSQL's five-character states.
  fileprivate init(state: String) {
    switch state {
    case "53100": self = .diskFull
    case "25006": self = .readOnly
    case "42501": self = .forbidden
    case "55P03", "57014", "53300", "53400": self = .busy(pid: nil)
    case "57P01", "57P02", "57P03", "57P05", "25P03": self = .unreachable
    case "3D000": self = .missing
    case "XX001", "XX002": self = .corrupt
    default:
      switch state.prefix(2) {
      case "08": self = .unreachable
      case "22", "25", "26", "34", "42", "0A": self = .misuse
      case "23": self = .constraint
      case "28": self = .forbidden
      case "40": self = .busy(pid: nil)
      case "53", "58": self = .ioError
      default: self = .other
      }
    }
  }
}

import Backends
import Foundation
import LocalStore
import SafeText
import StoreModel

/// What a verb of the App Store's side has of the device that it is given at.
struct SimulatorDevice {
  /// The Apple Account that is signed in; nil when nobody is.
  let account: () throws -> String?
  /// Asks before something that cannot be taken back; throws unless it is to be done.
  let confirm: (_ question: String) throws -> Void
  /// The bytes of a file of the person's.
  let read: (_ name: String) throws -> [UInt8]
  /// Writes a file of the person's; `-` is standard output.
  let write: (_ bytes: [UInt8], _ name: String) throws -> Void
}

extension SimulatorDevice {
  /// The device of this process.
  init(_ session: StoreSession, _ call: Invocation) {
    self.init(
      account: { try session.reader().deviceState().account }, confirm: { try call.confirm($0) },
      read: { try InputFile.bytes($0) },
      write: { bytes, name in
        guard name != "-" else { return call.output.raw(bytes) }
        try Self.write(bytes, to: name)
      })
  }

  /// A device that called from elsewhere.
  init(_ verb: RemoteVerb, output: SimulatorFiles) {
    self.init(
      account: { verb.account },
      confirm: { if verb.options["yes"] == nil { throw SimulatorNeed.answer($0) } },
      read: { name in
        guard let bytes = verb.files[name] else { throw SimulatorNeed.file(name) }
        return bytes
      }, write: { output.files[$1] = $0 })
  }

  private static func write(_ bytes: [UInt8], to name: String) throws {
    // What it tells of customers is nobody else's.
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: name, contents: Data(bytes), attributes: attributes) else {
      throw CommandError(.failed, "\(safeText(name)) cannot be written: name a file in a folder of yours")
    }
  }
}

/// What a verb from elsewhere needs before it can be done.
enum SimulatorNeed: Error {
  case answer(_ question: String)
  case file(_ name: String)
}

/// The files that a verb from elsewhere is to write there.
final class SimulatorFiles {
  var files: [String: [UInt8]] = [:]
}

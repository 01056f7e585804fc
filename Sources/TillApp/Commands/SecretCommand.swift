import AppServer
import AppStoreModel
import Core
import Device
import Libc
import Verbs

extension Command {
  static let secret = Command(
    name: "secret", summary: "show whether the app server has a secret, and replace the secret",
    forms: [
      UsageForm(.group(.either([.needed(.rotate)], [.needed(.otherSecret)])), .option(.overlap), .option(.json))
    ],
    details: [
      "Both sides name the file in TILL_APP_SERVER_SECRET_FILE. "
        + "--rotate writes a new secret into it, --take the secret",
      "of the other side's file. The previous secret stays valid "
        + "for a day, or for --overlap, so that no request is",
      "refused whichever side changes first. `till serve` reads "
        + "the file again by itself. Till prints no secret.",
    ],
    examples: ["till secret", "till secret --rotate --overlap 2h", "till secret --take server.secret"]
  ) { call in
    let (isRotating, source) = (call.options.has(.rotate), try call.options[.otherSecret])
    guard !isRotating || source == nil else { throw UsageError(say("--rotate and --take exclude each other; use one")) }
    let overlap = try call.options[.overlap] ?? Timestamp.millisecondsPerDay
    let known: SharedSecrets?
    do throws(VerificationError) { known = try AppServerSecret.read() } catch {
      // A missing file is no error for a command that writes the first secret.
      guard isRotating || source != nil else { throw CommandError(.failed, error.message) }
      known = nil
    }
    guard isRotating || source != nil else { return show(known, call) }
    guard let file = AppServerSecret.file else {
      throw CommandError(
        .failed,
        say("no secret file; name one in TILL_APP_SERVER_SECRET_FILE on both sides first"))
    }
    let new = try source.map { name throws in
      guard let secrets = SharedSecrets(text: try InputFile.bytes(name)) else {
        throw CommandError(.failed, say("\(safeText(name)) has no secret"))
      }
      return secrets.current
    }
    var secrets = known ?? SharedSecrets([])
    let replacement = new ?? Array(Base64.url.encode((0..<32).map { _ in UInt8.random(in: 0...255) }))
    if known == nil { secrets = SharedSecrets(replacement) }
    secrets.replace(with: replacement, bothUntil: Timestamp.machine.adding(milliseconds: overlap))
    try write(secrets.text, to: file)
    return show(secrets, call)
  }

  private static func show(_ secrets: SharedSecrets?, _ call: Invocation) -> ExitStatus {
    var document: JSONObject = ["ok": true, "isSet": .bool(secrets != nil)]
    var message = say("no secret is set; the app server answers this machine only")
    if let secrets {
      let previous = secrets.previous.flatMap { Timestamp.machine < $0.untilDate ? $0.untilDate : nil }
      message =
        previous.map { say("a secret is set; the previous one is valid until \($0.formatted(.minute)) UTC") }
        ?? say("a secret is set")
      document.append("previousUntil", ifPresent: previous?.json)
    }
    document.append("message", .string(message))
    call.output.document(document)
    call.output.text(message)
    return .done
  }

  /// Replaces the secret file atomically; only its owner can read it.
  private static func write(_ bytes: [UInt8], to file: String) throws {
    do throws(FileError) { try Files.write(bytes, to: file) } catch {
      throw CommandError(.unusable, say("cannot write \(safeText(file))"))
    }
  }
}

extension Parameter where Value == Bool {
  fileprivate static var rotate: Self { .flag("rotate", "write a new secret into the file") }
}

extension Parameter where Value == String {
  fileprivate static var otherSecret: Self {
    .words("take", "FILE", "copy the secret from the other side's file", offers: .files)
  }
}

extension Parameter where Value == Int64 {
  fileprivate static var overlap: Self { .duration("overlap", "how long the previous secret stays valid (1d)") }
}

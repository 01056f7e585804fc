import AppStoreEmulator
import AppStoreSimulator
import Backends
import Dispatch
import Foundation
import HTTPClient
import Locks
import Purchasing
import SignedData
import StrictJSON

extension Command {
  static let serve = Command(
    name: "serve", summary: "the simulated App Store over HTTP, on this machine only",
    usage: ["serve [--port N] [--host ADDRESS] [--notify URL] [--json]"], options: ["port", "host", "notify"],
    details: [
      "It serves the ledger of --store, or of --backend simulator:LEDGER, until Ctrl-C; the access log is on stderr.",
      "Beside the ledger lie the key (AuthKey_KEYID.p8), the root certificate to trust (.cer) and the shared secret;",
      "--json names key id, issuer and files. A 401 has no body, as Apple's has none: the access log says why.",
      "  /inApps/...                         Apple's App Store Server API, with tokens of that key",
      "  /verifyReceipt                      receipts; /production/verifyReceipt answers 21007 to a sandbox receipt",
      "  /verify, /verify/ORDER              the app's own server",
      "  till --backend http://127.0.0.1:PORT    any till command or dashboard as another device",
      "Assets/Docs/serve.md walks through it with curl and Apple's own client.",
    ],
    examples: [
      "till serve", "till serve --port 8080 --json", "till serve --notify http://127.0.0.1:3000/apple",
    ]
  ) { call in
    let spec = try BackendSpec(call.options)
    guard case .simulator(let ledger) = spec else {
      throw UsageError("till serve serves a simulated App Store: leave out --backend, or say simulator:LEDGER")
    }
    let directory = try StoreDirectory(options: call.options, backend: spec)
    defer { directory.discard() }
    let path = ledger ?? directory.ledger
    let store = try SimulatedAppStore(
      path: path, contents: try StoreSession.contents(call.options), machineClock: machineClock)
    var settings = HTTPServerSettings(port: UInt16(try call.options.number("port", in: 0...65_535) ?? 8421))
    if let host = call.options["host"] { settings.host = host }
    let notify: HTTPAddress?
    do throws(HTTPError) {
      notify = if let url = call.options["notify"] { try HTTPAddress(url) } else { nil }
    } catch {
      throw UsageError("--notify \(error.message)")
    }
    let stop = StopSignals()
    let log = AccessLog(call.output)
    let emulator: Emulator
    do throws(HTTPServerError) {
      emulator = try Emulator(
        store, directory: URL(fileURLWithPath: path).deletingLastPathComponent().path, settings: settings,
        notify: notify, verbs: { verb throws(BackendError) in try SimulatorVerb.serve(verb, at: store) },
        log: { log.write($0) })
    } catch {
      throw CommandError(.failed, error.description)
    }
    call.output.text("till: the simulated App Store listens on \(emulator.url); Ctrl-C stops it")
    if call.output.json { call.output.line(emulator.document) }
    stop.wait()
    emulator.stop()
    log.finish()
    return .done
  }
}

extension Emulator {
  /// What a client needs to talk to it; the key itself stays in its file.
  fileprivate var document: JSONObject {
    [
      "url": .string(url), "bundleId": .string(bundleId), "issuerId": .string(issuerId),
      "keyId": .string(files.key.keyId), "privateKeyFile": .string(files.privateKeyFile),
      "rootCertificateFile": .string(files.rootCertificateFile),
    ]
  }
}

/// The signals that ask a process to end, from here on.
private final class StopSignals {
  private let arrived = DispatchSemaphore(value: 0)
  private let sources: [any DispatchSourceSignal]

  init() {
    signal(SIGPIPE, SIG_IGN)
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { [arrived] in arrived.signal() }
      source.resume()
    }
  }

  func wait() { arrived.wait() }
}

/// The access log on standard error, written beside the server: a reader who does not read holds up nobody.
private final class AccessLog: Sendable {
  private static let limit = 1000

  private let output: Output
  private let queue = DispatchQueue(label: "access log")
  private let waiting = Mutex(0)

  init(_ output: Output) { self.output = output }

  /// Writes a line soon; it is left out when a thousand wait already.
  func write(_ entry: HTTPLogEntry) {
    let hasRoom = waiting.withLock { waiting in
      guard waiting < Self.limit else { return false }
      waiting += 1
      return true
    }
    guard hasRoom else { return }
    queue.async { [self] in
      output.note(entry.line)
      waiting.withLock { $0 -= 1 }
    }
  }

  /// Waits for the last lines.
  func finish() { queue.sync {} }
}

import Core
import Dispatch
import Libc
import Serve
import Verbs

extension Command {
  static let serve = Command(
    name: "serve", summary: "serve the simulated App Store over HTTP",
    forms: [
      UsageForm(.option(.port), .option(.host), .option(.allowHost), .option(.publicURL), .option(.json)),
      UsageForm(
        .group(.either([.needed(.tls("CERT KEY"))], [.needed(.tls("auto"))])), .option(.controlToken),
        .option(.worldPorts), .shown("...")),
      UsageForm(
        .option(.notify), .option(.delivery), .option(.attempts), .option(.postTimeout), .shown("...")),
      UsageForm(
        .option(.empty), .option(.seed), .option(.startClock), .option(.catalog), .option(.bundleId),
        .shown("...   (what a new ledger is)")),
      UsageForm(
        .option(.servedEnvironment), .option(.appAppleId), .option(.payloadShape), .option(.key), .option(.keyId),
        .option(.issuer), .shown("...")),
    ],
    details: [
      "An empty App Store for an app of your own: till serve --empty --catalog FILE.storekit --bundle-id ID --store "
        + "DIR",
      "It serves the ledger of --store or --backend simulator:LEDGER "
        + "until Ctrl-C, and writes the access log to stderr.",
      "Next to the ledger are the key (AuthKey_KEYID.p8), the root "
        + "certificate to trust (.cer) and the shared secret;",
      "--json names key id, issuer and files. A 401 has no body, as Apple's; the access log gives the reason.",
      "  /inApps/...                         Apple's App Store Server API, with tokens signed by that key",
      "  /verifyReceipt                      receipts; "
        + "/production/verifyReceipt answers 21007 to a sandbox receipt",
      "  /verify, /verify/ORDER              the app's own server; with TILL_APP_SERVER_SECRET (or _FILE) set, each "
        + "request",
      "                                      must be signed with it; without a secret, this machine only",
      "  till --backend http://127.0.0.1:PORT    any till command or dashboard as another device; devices that share",
      "                                      users need one app server: add --verify-with with the same URL",
      "  /till/health                        200 when the ledger is "
        + "readable; the line of --json means it is listening",
      "  /till/v1/...                        the control API for tests: verbs, worlds, wait-idle, requests, faults; "
        + "see",
      "                                      /till/openapi.json. This machine only, or with the --control-token",
      "                                      (better TILL_CONTROL_TOKEN in the environment)",
      "Notifications about one purchase go one after another; --delivery parallel or shuffled mixes them, as Apple may.",
      "--seed, --environment Production (with --app-apple-id N) and --bundle-id describe a new ledger; an existing one",
      "stays as it is, and Till refuses other values. --key, --key-id and --issuer use a key of your own.",
      "Assets/Docs/serve.md has examples with curl and Apple's own client.",
    ],
    examples: [
      "till serve", "till serve --port 8080 --json", "till serve --notify http://127.0.0.1:3000/apple",
      "till serve --empty --catalog Shop.storekit --bundle-id com.example.shop --seed 7 --clock 2026-03-01 --json",
      "till serve --host 0.0.0.0 --allow-host till --tls auto",
      "till serve --notify http://127.0.0.1:3000/apple --delivery shuffled 7 --world-ports 8430-8439",
    ],
    words: 0...2
  ) { call in
    try call.refuseReadOnly()
    ProcessMemory.shareFewHeaps()
    let options = try ServeOptions(call)
    try MachineLimits.check()
    let directory = try StoreDirectory(options: call.options.storeOptions, backend: options.backend)
    defer { directory.discard() }
    let path = options.ledger ?? directory.ledger
    let store = try options.open(path, call)
    let folder = Files.folder(of: Files.absolute(path))
    var settings = options.settings
    let certificate: String?
    (settings.tls, certificate) = try options.certificate(in: folder)
    let stop = StopSignals()
    let log = AccessLog(call.output)
    let emulator = try Emulator(
      store, directory: folder, settings: settings, options: options.emulator, log: { log.write($0) })
    call.output.text(
      ["0.0.0.0", "::"].contains(settings.host)
        ? say(
          "till: the simulated App Store listens on \(emulator.url) and this machine's other addresses; Ctrl-C stops it"
        )
        : say("till: the simulated App Store listens on \(emulator.url); Ctrl-C stops it"))
    if call.output.json {
      var document = emulator.document
      document.append("tlsCertificateFile", ifPresent: certificate.map(JSONValue.string))
      call.output.line(document)
    }
    let memory = giveMemoryBack()
    stop.wait()
    memory.cancel()
    emulator.stop()
    log.finish()
    return .done
  }
}

/// Returns freed memory to the system every 30 seconds, because a server runs for days.
private func giveMemoryBack() -> any DispatchSourceTimer {
  let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
  timer.schedule(deadline: .now() + 10, repeating: 30, leeway: .seconds(5))
  timer.setEventHandler { ProcessMemory.giveBack() }
  timer.resume()
  return timer
}

/// The access log on standard error, written by a thread of its own so that slow output delays no request.
private final class AccessLog: Sendable {
  private let entries: Mailbox<HTTPLogEntry>
  private let writing: BackgroundTask<Void>

  init(_ output: Output) {
    let entries = Mailbox<HTTPLogEntry>(limit: 1000)
    self.entries = entries
    writing = BackgroundTask {
      // All waiting lines are one write.
      while let first = entries.next() { output.note(lines: ([first] + entries.take()).map(\.line)) }
    }
  }

  /// Queues a line for writing; drops it when 1000 lines already wait.
  func write(_ entry: HTTPLogEntry) { entries.post(entry) }

  /// Waits until the last lines are written.
  func finish() {
    entries.close()
    try? writing.get()
  }
}

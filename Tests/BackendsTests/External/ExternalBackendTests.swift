import AppStoreModel
import Backends
import Device
import Foundation
import TestSupport
import Testing

/// The path of Python; nil where it is not installed.
private let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// Tests of external backends written in Python, the sample first.
@Suite(.enabled(if: python != nil, "no python3 on the PATH"))
struct ExternalBackendTests {
  private let folder: String

  init() throws {
    folder = try ScratchFolder.make("till-external").path(percentEncoded: false)
  }

  /// Writes a Python program that keeps its data in the test's folder, and returns its path.
  private func program(_ text: String) throws -> String {
    let path = folder + "/program.py"
    let prologue = "#!\(python ?? "")\nimport os\nos.environ['SAMPLE_BACKEND_FILE'] = '\(folder)/book.json'\n"
    try Spawn.write(program: prologue + text, to: path)
    return path
  }

  private func sample() throws -> String {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Assets/Backends/sample.py")
    return try program(String(contentsOf: path, encoding: .utf8))
  }

  /// Writes a program that answers each call with a Python expression, and returns its path.
  ///
  /// The expression can use `method`, `p` (the parameters) and `n` (the number of the call).
  private func answering(_ body: String, can: String = "{'buy': 'no\\x1b[31m'}") throws -> String {
    try program(
      """
      import json, sys, time
      runs = '\(folder)/runs'
      open(runs, 'a').write('x')
      run = len(open(runs).read())
      for line in sys.stdin:
          q = json.loads(line)
          method = q['method']
          def reply(result): print(json.dumps({'jsonrpc': '2.0', 'id': q['id'], 'result': result}), flush=True)
          if method == 'initialize':
              reply({'protocol': 1, 'environment': 'Xcode', 'bundleId': 'b', 'capabilities': \(can)})
              continue
      """ + "\n" + body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n") + "\n")
  }

  @Test func theSampleSells() async throws {
    let backend = try await ExternalBackend(ProgramChannel(sample()), rootFingerprint: nil)
    #expect(backend.identity.kind == .external && backend.identity.environment == .xcode)
    #expect(backend.capabilities.buy == nil && backend.capabilities.askRefund != nil)
    let accounts = try await backend.accounts().map(\.name)
    #expect(accounts == ["ann@", "bob@"])
    let products = try await backend.products(for: "ann@").products
    let lamp = try #require(products.first)
    #expect(lamp.type == .nonConsumable && lamp.price == 1990)

    let request = PurchaseRequest(account: "ann@", productId: lamp.id)
    guard case .success(let signed, false) = try await backend.purchase(request) else {
      Issue.record("not bought")
      return
    }
    #expect(try await backend.purchase(request) == .success(signedTransaction: signed, alreadyOwned: true))
    #expect(try await backend.unfinished(for: "ann@") == [signed])
    try await backend.finish("1000", for: "ann@")
    #expect(try await backend.unfinished(for: "ann@").isEmpty)
    let page = try await backend.history(for: "ann@", after: nil)
    #expect(page.signedTransactions == [signed] && !page.hasMore)
    #expect(try await backend.history(for: "ann@", after: page.revision).signedTransactions.isEmpty)
    #expect(try await backend.history(for: "bob@", after: nil).signedTransactions.isEmpty)
    let error = await #expect(throws: StoreError.self) {
      try await backend.purchase(PurchaseRequest(account: "ann@", productId: "nothing"))
    }
    #expect(error?.kind == .productUnavailable)
  }

  @Test func aProgramThatCrashesIsStartedAgain() async throws {
    let backend = try await ExternalBackend(
      ProgramChannel(
        answering(
          """
          if run == 1:
              print('out of oil', file=sys.stderr, flush=True)
              os._exit(3)
          reply({'accounts': [{'name': 'run%d' % run, 'note': '', 'storefront': 'USA'}]})
          """)), rootFingerprint: nil)
    #expect(try await backend.accounts().map(\.name) == ["run2"])
    let asides = backend.asides()
    #expect(asides.contains("the program ended (status 3)"))
    #expect(backend.asides().isEmpty)
  }

  @Test func aProgramThatHangsUpAndIgnoresTheRequestToEndIsKilled() async throws {
    let backend = try await ExternalBackend(
      ProgramChannel(
        answering(
          """
          if run == 1:
              import signal
              signal.signal(signal.SIGTERM, signal.SIG_IGN)
              os.close(0)
              os.close(1)
              time.sleep(60)
          reply({'accounts': [{'name': 'run%d' % run, 'note': '', 'storefront': 'USA'}]})
          """)), rootFingerprint: nil)
    #expect(try await backend.accounts().map(\.name) == ["run2"])
    #expect(backend.asides().contains("the program ended (signal 9)"))
  }

  @Test func aPurchaseIsNeverMadeTwice() async throws {
    let backend = try await ExternalBackend(ProgramChannel(answering("os._exit(1)", can: "{}")), rootFingerprint: nil)
    let error = await #expect(throws: StoreError.self) {
      try await backend.purchase(PurchaseRequest(account: "a", productId: "p"))
    }
    #expect(error?.kind == .noAnswer && error?.isTemporary == true, "\(String(describing: error))")
    #expect(try String(contentsOfFile: folder + "/runs", encoding: .utf8) == "x")
  }

  @Test func anInvalidAnswerIsSkipped() async throws {
    let backend = try await ExternalBackend(
      ProgramChannel(
        answering(
          """
          print('hello', flush=True)
          print(json.dumps({'jsonrpc': '2.0', 'id': 999, 'result': {}}), flush=True)
          print(json.dumps({'jsonrpc': '2.0', 'result': {}}), flush=True)
          if method == 'clock':
              print(json.dumps({'jsonrpc': '2.0', 'id': q['id'], 'result': 5}), flush=True)
          else:
              reply({'accounts': 'none'} if method == 'accounts' else {'now': 1})
          """)), rootFingerprint: nil)
    for call in [{ _ = try await backend.clock() }, { _ = try await backend.accounts() }] as [() async throws -> Void] {
      let error = await #expect(throws: StoreError.self) { try await call() }
      #expect(error?.kind == .systemError)
    }
    #expect(backend.asides().contains { $0.contains("invalid JSON-RPC line: hello") })
    #expect(backend.capabilities.buy == "no\\x1b[31m")
  }

  @Test func aProgramThatSaysNothingIsGivenUp() async throws {
    let path = try answering("time.sleep(3600)")
    let channel = ProgramChannel(path, timeout: 300)
    let error = await #expect(throws: StoreError.self) { try await channel.call("clock") }
    #expect(error?.kind == .noAnswer && error?.isTemporary == true, "\(String(describing: error))")
  }

  @Test func itRings() async throws {
    let backend = try await ExternalBackend(
      ProgramChannel(
        answering(
          """
          print(json.dumps({'jsonrpc': '2.0', 'method': 'changed'}), flush=True)
          reply({})
          """)), rootFingerprint: nil)
    let updates = backend.updates()
    _ = try await backend.clock()
    #expect(await updates.first { _ in true } != nil)
  }

  @Test func anotherProgramIsNamedNoBackend() async throws {
    for path in [folder + "/nothing", "/bin/true", "/bin/cat"] {
      let error = await #expect(throws: StoreError.self) {
        try await ExternalBackend(ProgramChannel(path, timeout: 20_000), rootFingerprint: nil)
      }
      #expect(error != nil)
    }
  }
}

import AppStoreModel
package import Backends
import Core
import Device
import HTTP

/// The legacy verifyReceipt backend that the options, the environment and the configuration file describe.
package struct ReceiptOpening {
  package let backend: ReceiptBackend
  /// The roots for a receipt's signature: always Apple's roots for Apple's servers, whatever `--root` says.
  let roots: TrustedRoots
  package let secret: ReceiptSecret

  /// Creates the backend from the options.
  ///
  /// - Parameter device: The device store, which records the date of the newest receipt; the file may be missing.
  package init(
    _ place: AppStorePlace, _ options: StoreOptions, device: String, in dependencies: Dependencies
  ) throws {
    let environment = place.environment(options)
    let profile = try Profile(options)
    let bundleId = try profile.required(.bundleId, OpeningText.bundleId.text)
    let secret = ReceiptSecret(profile: profile.value(.secret))
    let given = try TrustedRoots(files: options.roots.map { try InputFile.bytes($0) })
    let elsewhere: StoreEnvironment = environment == .production ? .sandbox : .production
    let transport = HTTPTransport(limits: ReceiptClient.limits)
    let (server, other): (ReceiptServer, ReceiptServer)
    let judged: TrustedRoots?
    var refresh: ReceiptBackend.Refresh?
    switch place {
    case .production, .sandbox:
      (server, other) = (try .apple(environment), try .apple(elsewhere))
      roots = .apple
      judged = .apple
    case .url(let origin):
      (server, other) = (.simulated(environment, at: origin), .simulated(elsewhere, at: origin))
      roots = given.fingerprints.isEmpty ? .apple : given
      judged = given.fingerprints.isEmpty ? nil : given
      refresh = { name async throws(StoreError) in
        guard dependencies.mayUse(file: name) else { return nil }
        return try await Self.refreshed(name, at: origin, environment, over: transport)
      }
    }
    let identity = StoreIdentity(kind: .receipt, environment: environment, bundleId: bundleId)
    backend = ReceiptBackend(
      ReceiptClient(
        server, other: other, secret: { () throws(StoreError) in try secret.read() }, transport: transport,
        now: dependencies.clock), bundleId: bundleId,
      source: ReceiptSource(
        read: { $0 == "-" || !dependencies.mayUse(file: $0) ? nil : try? InputFile.bytes($0) }, refresh: refresh,
        lastSeen: { name in
          let seen = try? LocalStore(path: device, identity: identity, readOnly: true).revision(account: name)
          return seen.flatMap { Int64($0) }
        }),
      roots: judged, catalogue: try AppStoreOpening.catalogue(options))
    self.secret = secret
  }

  /// Returns the Apple Account that a receipt's file is named for: the file name without its extension.
  private static func account(ofFile path: String) -> String {
    let name = Files.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Fetches a fresh receipt from a `till serve`, as the app on a device would, and writes it to the file.
  ///
  /// The file's name is the Apple Account's name.
  ///
  /// - Returns: Nil where the server is not a `till serve`, or does not know the account.
  private static func refreshed(
    _ name: String, at origin: HTTPAddress, _ environment: StoreEnvironment, over transport: HTTPTransport
  ) async throws(StoreError) -> [UInt8]? {
    let account = Self.account(ofFile: name)
    do {
      let store = try await RemoteStore(asking: origin, transport: transport)
      let receipt = try await store.receipt(of: account, environment: environment)
      try? Files.write(receipt, to: name)
      return receipt
    } catch {
      guard error.kind == .cancelled else { return nil }
      throw error
    }
  }
}

/// The source of the app's shared secret: never the command line, which other users can read.
///
/// The source is `TILL_RECEIPT_SECRET`, or the file that `TILL_RECEIPT_SECRET_FILE` or the profile's `secret` names.
/// Each request reads it again, so that a new secret in the file takes effect at once; Till keeps no copy.
package struct ReceiptSecret: Sendable, CustomStringConvertible {
  /// The secret of the environment, which comes before every file.
  private var own: String? { Environment.value("TILL_RECEIPT_SECRET") }
  private let file: String?

  /// Chooses the source of the secret.
  ///
  /// - Parameter profile: The file that the profile names.
  package init(profile: String?) { file = Environment.value("TILL_RECEIPT_SECRET_FILE") ?? profile }

  /// Reads the current secret, without surrounding white space.
  func read() throws(StoreError) -> String? {
    guard own == nil, let file else { return own }
    do throws(CommandError) { try FileTrust.check(file, for: say("the shared secret")) } catch {
      throw StoreError(.unauthorized, error.message)
    }
    guard let bytes = try? Files.read(file), bytes.count <= 4096 else {
      throw StoreError(.unauthorized, say("the shared secret file \(safeText(file)) is unreadable; check the file"))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// The place of the secret in words, never the secret itself.
  package var description: String {
    if own != nil { return say("the shared secret is in TILL_RECEIPT_SECRET") }
    return file.map { say("the shared secret is in \(safeText($0))") }
      ?? say("no shared secret is set (TILL_RECEIPT_SECRET_FILE); receipts with subscriptions need one")
  }
}

package import AppStoreModel
package import Backends
import Core
import Device
package import HTTP
import Storage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The App Store Server API as the options, the environment and the configuration file name it.
package struct AppStoreOpening {
  package let backend: AppStoreBackend
  /// Apple's root for Apple's servers, whatever `--root` says; for others the roots given, else Apple's.
  let roots: TrustedRoots

  /// - Parameter book: Where what answers say is counted that is not known here.
  package init(
    _ place: AppStorePlace, _ options: StoreOptions, book: UnknownBook? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) throws {
    let environment = place.environment(options)
    let given = try TrustedRoots(files: options.roots.map { try InputFile.bytes($0) })
    let server: AppStoreServer
    var other: AppStoreServer?
    switch place {
    case .production, .sandbox:
      server = try AppStoreServer.apple(environment)
      other = try AppStoreServer.apple(place == .production ? .sandbox : .production)
      roots = .apple
    case .url(let address):
      server = AppStoreServer(
        name: "appstore:\(address)", origin: address, environment: environment, isReal: !address.isLocal)
      roots = given.fingerprints.isEmpty ? .apple : given
    }
    let client = AppStoreClient(
      server, credentials: try Self.credentials(options), transport: HTTPTransport(), now: clock,
      unknown: { book?.note($0, at: clock()) })
    backend = AppStoreBackend(
      client, other: other, rootFingerprint: roots.trustsApple ? nil : roots.fingerprints.first,
      catalogue: try Self.catalogue(options))
  }

  /// The key and its ids; the key's text is read here and kept nowhere else.
  private static func credentials(_ options: StoreOptions) throws -> APICredentials {
    let profile = try Profile(options)
    let keyId = try profile.required(.keyId, say("the id of an in-app purchase key"))
    let key: TokenKey
    let text = try profile.requiredSecret(.key, say("the file of an in-app purchase key (.p8)"))
    do throws(SigningError) {
      key = try TokenKey(keyId: keyId, pem: text)
    } catch {
      throw CommandError(.usage, say("--key: not a private key from App Store Connect (.p8): \("\(error)")"))
    }
    return APICredentials(
      key: key, issuerId: try profile.required(.issuer, say("the issuer id of App Store Connect")),
      bundleId: try profile.required(.bundleId, OpeningText.bundleId.text))
  }

  /// The products of `--catalog`, with the prices of the file's own storefront.
  static func catalogue(_ options: StoreOptions) throws -> [Product]? {
    guard let name = options.catalogue else { return nil }
    return products(of: try StoreKitConfiguration(parsing: InputFile.bytes(name), name: name))
  }

  /// The products of a file, with the prices of its own storefront.
  static func products(of configuration: StoreKitConfiguration) -> [Product] {
    let storefront = Storefront(countryCode: configuration.settings.storefront) ?? Storefront.all[0]
    return configuration.products(in: storefront, locale: deviceLocale)
  }
}

/// A case that was made: its evidence, without an App Store.
struct CaseOpening {
  let backend: NoBackend

  /// - Throws: A `CommandError` (exit 2) when there is no such case.
  init(_ name: String, _ directory: StoreDirectory, _ options: StoreOptions) throws {
    let device = directory.device
    let identity: StoreIdentity
    if DatabaseFiles.kind(of: device) != .absent, let bound = try LocalStore.identity(path: device) {
      identity = bound
    } else if let bundleId = options.bundleId, let environment = options.environment {
      // What `import` found in the files, where they did not name it: a new case is bound to it.
      identity = StoreIdentity(
        kind: .none, environment: StoreEnvironment(rawValue: environment), bundleId: bundleId)
    } else {
      // Nothing was imported: what the name alone made goes again.
      rmdir(directory.path)
      throw CommandError(
        .usage, say("unknown case “\(safeText(name))”; create it with till import FILE... --case \(name)"))
    }
    backend = NoBackend(
      environment: identity.environment, bundleId: identity.bundleId, reason: NoBackend.caseReason,
      catalogue: try AppStoreOpening.catalogue(options),
      customers: { (try? LocalStore.accounts(path: device)) ?? [] })
  }
}

/// Which of Apple's servers `--backend appstore:PLACE` or `receipt:PLACE` names.
package enum AppStorePlace: Equatable, Sendable {
  case production
  case sandbox
  /// Another server that speaks as Apple's do.
  case url(HTTPAddress)

  /// - Throws: A `UsageError` that names the text.
  init(_ text: Substring, of kind: String) throws(UsageError) {
    switch text {
    case "production": self = .production
    case "sandbox": self = .sandbox
    case _ where text.contains("://"):
      do throws(HTTPError) { self = .url(try HTTPAddress(String(text))) } catch {
        throw UsageError("--backend \(kind):\(error.message)")
      }
    default:
      throw UsageError(
        say(
          "invalid --backend “\(kind):\(safeText(text))”; use \(kind):production, \(kind):sandbox or "
            + "\(kind):URL"))
    }
  }

  /// The end of the name of the directory that belongs to it.
  var directoryName: String {
    switch self {
    case .production: "production"
    case .sandbox: "sandbox"
    case .url(let address): BackendSpec.plain(address.server)
    }
  }

  /// The environment it signs for: for another server `--environment` says it; the default is sandbox.
  func environment(_ options: StoreOptions) -> StoreEnvironment {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .url: options.environment.map { StoreEnvironment(rawValue: $0) } ?? .sandbox
    }
  }
}

package import AppStoreModel
package import Backends
import Core
package import HTTP

/// The App Store Server API backend that the options, the environment and the configuration file describe.
package struct AppStoreOpening {
  package let backend: AppStoreBackend
  /// The trusted roots: always Apple's root for Apple's servers; for others those of `--root`, else Apple's.
  let roots: TrustedRoots

  /// Creates the backend from the options.
  ///
  /// - Parameter book: Counts the values in answers that Till does not know.
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

  /// Reads the API key and its ids; the key's text is kept nowhere else.
  private static func credentials(_ options: StoreOptions) throws -> APICredentials {
    let profile = try Profile(options)
    let keyId = try profile.required(.keyId, say("the id of an in-app purchase key"))
    let key: TokenKey
    let text = try InputFile.secret(profile.required(.key, say("the file of an in-app purchase key (.p8)")))
    do throws(SigningError) {
      key = try TokenKey(keyId: keyId, pem: text)
    } catch {
      throw CommandError(.usage, say("--key: not a private key from App Store Connect (.p8): \("\(error)")"))
    }
    return APICredentials(
      key: key, issuerId: try profile.required(.issuer, say("the issuer id of App Store Connect")),
      bundleId: try profile.required(.bundleId, OpeningText.bundleId.text))
  }

  /// Returns the products of `--catalog`, with the prices of the file's own storefront.
  static func catalogue(_ options: StoreOptions) throws -> [Product]? {
    guard let name = options.catalogue else { return nil }
    return products(of: try StoreKitConfiguration(parsing: InputFile.bytes(name), name: name))
  }

  /// Returns the products of a `.storekit` file, with the prices of its own storefront.
  static func products(of configuration: StoreKitConfiguration) -> [Product] {
    let storefront = Storefront(countryCode: configuration.settings.storefront) ?? Storefront.all[0]
    return configuration.products(in: storefront, locale: deviceLocale)
  }
}

/// The server that `--backend appstore:PLACE` or `receipt:PLACE` names.
package enum AppStorePlace: Equatable, Sendable {
  case production
  case sandbox
  /// Another server that speaks the protocol of Apple's servers.
  case url(HTTPAddress)

  /// Parses the place in the value of `--backend`.
  ///
  /// - Throws: A `UsageError` that names the text.
  init(_ text: String, of kind: String) throws(UsageError) {
    switch text {
    case "production": self = .production
    case "sandbox": self = .sandbox
    case _ where text.contains("://"):
      do throws(HTTPError) { self = .url(try HTTPAddress(text)) } catch {
        throw UsageError("--backend \(kind):\(error.message)")
      }
    default:
      throw UsageError(
        say(
          "invalid --backend “\(kind):\(safeText(text))”; use \(kind):production, \(kind):sandbox or "
            + "\(kind):URL"))
    }
  }

  /// The last part of the name of the server's directory.
  var directoryName: String {
    switch self {
    case .production: "production"
    case .sandbox: "sandbox"
    case .url(let address): BackendSpec.plain(address.server)
    }
  }

  /// The environment that Apple's server signs for; nil for a custom server.
  var ownEnvironment: StoreEnvironment? {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .url: nil
    }
  }

  /// Returns the environment that the server signs for; `--environment` sets it for a custom server (default: sandbox).
  func environment(_ options: StoreOptions) -> StoreEnvironment {
    ownEnvironment ?? options.environment.map { StoreEnvironment(rawValue: $0) } ?? .sandbox
  }
}

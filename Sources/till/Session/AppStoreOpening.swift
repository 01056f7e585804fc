import Backends
import HTTPClient
import SafeText
import SignedData
import StoreKitFiles
import StoreModel

/// The App Store Server API as the options, the environment and the configuration file name it.
struct AppStoreOpening {
  let backend: AppStoreBackend
  /// Apple's root for Apple's servers, whatever `--root` says; for others the roots given, else Apple's.
  let roots: TrustedRoots

  init(_ place: AppStorePlace, _ options: Arguments, clock: @escaping @Sendable () -> Timestamp) throws {
    let environment = place.environment(options)
    let given = try TrustedRoots(files: options.all("root").map { try InputFile.bytes($0) })
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
      server, credentials: try Self.credentials(options), transport: HTTPTransport(), now: clock)
    backend = AppStoreBackend(
      client, other: other, rootFingerprint: roots.trustsApple ? nil : roots.fingerprints.first,
      catalogue: try Self.catalogue(options))
  }

  /// The key and its ids; the key's text is read here and kept nowhere else.
  private static func credentials(_ options: Arguments) throws -> APICredentials {
    let profile = try Profile(options)
    let keyId = try profile.required("key-id", "the id of an in-app purchase key")
    let key: TokenKey
    let text = try profile.requiredFile("key", "the file of an in-app purchase key (.p8)")
    do throws(SigningError) {
      key = try TokenKey(keyId: keyId, pem: text)
    } catch {
      throw CommandError(.usage, "--key: no private key as App Store Connect gives it out (.p8): \(error)")
    }
    return APICredentials(
      key: key, issuerId: try profile.required("issuer", "the issuer id of App Store Connect"),
      bundleId: try profile.required("bundle-id", "the app's bundle id"))
  }

  /// The products of `--catalog`, with the prices of the file's own storefront.
  static func catalogue(_ options: Arguments) throws -> [Product]? {
    guard let name = options["catalog"] else { return nil }
    let configuration = try StoreKitConfiguration(parsing: InputFile.bytes(name), name: name)
    let storefront = Storefront(countryCode: configuration.settings.storefront) ?? Storefront.all[0]
    return configuration.products(in: storefront, locale: deviceLocale)
  }
}

import Core
import Foundation

@testable import AppStoreModel
@testable import Simulator

/// An App Store that the fuzzers trust; they trust no other signature.
///
/// The seeds are signed by it. It is kept in the folder that `TILL_FUZZ_OWN` names, so that an input found in one run
/// is valid in the next.
struct OwnStore: Sendable {
  let identity: SigningIdentity
  let roots: TrustedRoots
  let leaf: Certificate

  static let shared: OwnStore = {
    let folder = URL(filePath: ProcessInfo.processInfo.environment["TILL_FUZZ_OWN"] ?? NSTemporaryDirectory())
    do { return try OwnStore(in: folder) } catch { fatalError("no store to begin with: \(error)") }
  }()

  private init(in folder: URL) throws {
    let (keyFile, certificateFiles) = (
      folder.appending(path: "key.pem"), (0..<3).map { folder.appending(path: "\($0).der") }
    )
    let key = try? String(contentsOf: keyFile, encoding: .utf8)
    identity =
      try key.map { key in
        try SigningIdentity(
          certificates: certificateFiles.map { Array(try Data(contentsOf: $0)) }, signingKeyPEM: key)
      } ?? SigningIdentity()
    roots = identity.trustedRoots.addingApple()
    guard let leaf = Certificate(der: identity.certificates[0]) else { throw CocoaError(.fileReadCorruptFile) }
    self.leaf = leaf
    guard key == nil else { return }
    for (file, der) in zip(certificateFiles, identity.certificates) { try Data(der).write(to: file) }
    try Data(identity.signingKeyPEM().utf8).write(to: keyFile)
    try writeSeeds(in: folder)
  }

  // MARK: Seeds

  /// Writes the seeds of each target into a folder of its own.
  private func writeSeeds(in folder: URL) throws {
    func write(_ bytes: some Sequence<UInt8>, _ target: String, _ name: String) throws {
      let own = folder.appending(path: target)
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      try Data(bytes).write(to: own.appending(path: name))
    }
    for (number, der) in identity.certificates.enumerated() { try write(der, "certificate", "der-\(number)") }
    let pem = identity.certificates.compactMap { Certificate(der: $0)?.pem }.joined()
    try write(pem.utf8, "certificate", "chain")
    for (name, content) in Self.contents {
      try write(content, "receipt-content", name)
      try write(content, "receipt-open", name)
      try write(try identity.signedData(content), "receipt", name)
      try write(Self.unsigned(content), "receipt", "unsigned-" + name)
    }
    for (name, payload) in Self.payloads { try write(try identity.sign(payload).utf8, "jws", name) }
  }

  /// Contents of receipts: without purchases, with each kind, and with expired and refunded ones.
  static let contents: [(String, [UInt8])] = {
    func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
      DERWriter.sequence([DERWriter.integer(type), DERWriter.integer(1), DERWriter.octets(value)])
    }
    let date = DERWriter.ia5("2025-03-01T12:00:00Z")
    let head = [
      attribute(0, DERWriter.utf8("ProductionSandbox")), attribute(2, DERWriter.utf8("com.example.fuzz")),
      attribute(12, date), attribute(15, DERWriter.integer(4711)),
    ]
    let purchase = [
      attribute(1701, DERWriter.integer(1)), attribute(1702, DERWriter.utf8("p")),
      attribute(1703, DERWriter.utf8("1")), attribute(1704, date), attribute(1705, DERWriter.utf8("1")),
      attribute(1706, date), attribute(1708, DERWriter.ia5("")),
    ]
    let subscription =
      purchase + [
        attribute(1708, date), attribute(1711, DERWriter.integer(1 << 40)), attribute(1712, date),
        attribute(1719, DERWriter.integer(1)),
      ]
    return [
      ("empty", DERWriter.set(head)), ("one", DERWriter.set(head + [attribute(17, DERWriter.set(purchase))])),
      ("two", DERWriter.set(head + [purchase, subscription].map { attribute(17, DERWriter.set($0)) })),
    ]
  }()

  private static let payloads: [(String, JSONObject)] = [
    (
      "transaction",
      [
        "transactionId": "1", "originalTransactionId": "1", "bundleId": "com.example.fuzz", "productId": "p",
        "purchaseDate": .number(1_740_830_400_000), "originalPurchaseDate": .number(1_740_830_400_000),
        "type": "Consumable", "environment": "Sandbox", "signedDate": .number(1_740_830_400_000),
        "quantity": .number(1),
      ]
    ),
    (
      "notification",
      [
        "notificationType": "TEST", "notificationUUID": "0", "version": "2.0", "signedDate": .number(1_740_830_400_000),
        "data": ["bundleId": "com.example.fuzz", "environment": "Sandbox"],
      ]
    ),
  ]

  // MARK: Unsigned containers

  /// Returns PKCS#7 signed data around content, without a signature.
  ///
  /// A receipt's content is read before its signature is checked.
  static func unsigned(_ content: [UInt8]) -> [UInt8] {
    func type(_ last: UInt8) -> [UInt8] {
      DERWriter.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, last])
    }
    let inner = DERWriter.sequence([type(1), DERWriter.element(0xA0, DERWriter.octets(content))])
    let signedData = DERWriter.sequence([DERWriter.integer(1), DERWriter.set([]), inner, DERWriter.set([])])
    return DERWriter.sequence([type(2), DERWriter.element(0xA0, signedData)])
  }
}

// MARK: Conditions

extension OwnStore {
  /// Parses certificates in a file: a chain that leads to a trusted root must have this App Store's leaf.
  @Sendable static func certificates(_ bytes: [UInt8]) {
    _ = try? TrustedRoots(files: [bytes])
    let certificates = Certificate.all(in: bytes)
    for certificate in certificates {
      _ = (certificate.fingerprint, certificate.validity?.firstDay, certificate.publicKey)
      precondition(Certificate(der: certificate.der)?.der == certificate.der, "a certificate is read back as another")
    }
    guard certificates.count >= 2 else { return }
    let chain = CertificateChain(
      leaf: certificates[0], intermediate: certificates[1], root: certificates.dropFirst(2).first)
    var check = VerificationCheck.certificates
    guard let found = try? chain.verified(by: shared.roots, reaching: &check) else { return }
    try? found.times.check(at: Timestamp(milliseconds: 1_740_830_400_000))
    precondition(certificates[0].isSameAuthority(as: shared.leaf), "a certificate is believed that nobody signed")
  }

  /// Parses a receipt: if its signature is valid, its content must be what this App Store signed.
  @Sendable static func receipt(_ bytes: [UInt8]) {
    guard let receipt = try? AppReceipt(bytes, roots: shared.roots), receipt.failure == nil else { return }
    let content = SignedContainer(bytes)?.content
    precondition(contents.contains { $0.1 == content }, "a receipt is believed that nobody signed")
  }
}

import Testing

@testable import AppStoreModel

@Suite struct ConstructedChainTests {
  private typealias Mark = CertificateChain.Mark

  /// A defect of one certificate in an otherwise good chain.
  struct Bend: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rootPathLength = 1
    var intermediatePathLength: Int? = 0
    var intermediateMark: String? = Mark.intermediate
    var leafMark: String? = Mark.leaf
    var leafIsIssuedByRoot = false
    var kind: VerificationFailureKind?
  }

  @Test(arguments: [
    Bend(testDescription: "good"),
    Bend(testDescription: "longer paths allowed", rootPathLength: 5, intermediatePathLength: 3),
    Bend(testDescription: "root allows no intermediate", rootPathLength: 0, kind: .chain),
    Bend(testDescription: "intermediate is no authority", intermediatePathLength: nil, kind: .chain),
    Bend(testDescription: "intermediate without mark", intermediateMark: nil, kind: .chain),
    Bend(testDescription: "intermediate with the leaf's mark", intermediateMark: Mark.leaf, kind: .chain),
    Bend(testDescription: "leaf without mark", leafMark: nil, kind: .chain),
    Bend(testDescription: "leaf with the intermediate's mark", leafMark: Mark.intermediate, kind: .chain),
    Bend(testDescription: "leaf issued by the root", leafIsIssuedByRoot: true, kind: .chain),
  ])
  func onlyTheGoodChainIsTaken(bend: Bend) throws {
    let rootKey = try PrivateKey(on: .p384)
    let root = try CertificateBuilder(name: "Root", pathLength: bend.rootPathLength, mark: nil)
      .certificate(for: rootKey, signedBy: nil)
    let intermediateKey = try PrivateKey(on: .p384)
    let intermediate = try CertificateBuilder(
      name: "Intermediate", pathLength: bend.intermediatePathLength, mark: bend.intermediateMark
    ).certificate(for: intermediateKey, signedBy: (root, rootKey))
    let key = try PrivateKey(on: .p256)
    let leaf = try CertificateBuilder(name: "Leaf", pathLength: nil, mark: bend.leafMark).certificate(
      for: key, signedBy: bend.leafIsIssuedByRoot ? (root, rootKey) : (intermediate, intermediateKey))
    let signer = TestSigner(certificates: [leaf, intermediate, root], key: key, root: root)
    #expect(signer.verdict(try signer.sign()).failure?.kind == bend.kind)
  }

  @Test func aLeafOnAnotherCurveIsRefused() throws {
    let rootKey = try PrivateKey(on: .p384)
    let root = try CertificateBuilder(name: "Root", pathLength: 1, mark: nil).certificate(for: rootKey, signedBy: nil)
    let intermediate = try CertificateBuilder(name: "Intermediate", pathLength: 0, mark: Mark.intermediate)
      .certificate(for: rootKey, signedBy: (root, rootKey))
    let leaf = try CertificateBuilder(name: "Leaf", pathLength: nil, mark: Mark.leaf)
      .certificate(for: PrivateKey(on: .p384), signedBy: (intermediate, rootKey))
    let x5c = [leaf, intermediate, root].map { String(decoding: Base64.standard.encode($0.der), as: UTF8.self) }
    #expect(throws: VerificationFailure(.signature, "the signing certificate's key is not on the curve P-256")) {
      try CertificateChain(x5c: x5c).trusted(by: TrustedRoots(root))
    }
  }

  @Test func aLeafUsedAsIntermediateIsRefused() throws {
    let identity = try SigningIdentity()
    let leaf = try #require(Certificate(der: identity.certificates[0]))
    let leafKey = try PrivateKey(pem: identity.signingKeyPEM())
    let key = try PrivateKey(on: .p256)
    let below = try CertificateBuilder(name: "Below", pathLength: nil, mark: Mark.leaf)
      .certificate(for: key, signedBy: (leaf, leafKey))
    let root = try #require(Certificate(der: identity.certificates[2]))
    let signer = TestSigner(certificates: [below, leaf, root], key: key, root: root)
    #expect(signer.verdict(try signer.sign()).failure?.kind == .chain)
  }
}

import Testing

@testable import AppStoreModel

@Suite struct ChainCacheTests {
  @Test func keepsTheNewestByTheirExactBytes() throws {
    let identity = try SigningIdentity()
    let x5c = identity.certificates.map { String(decoding: Base64.standard.encode($0), as: UTF8.self) }
    let chain = try CertificateChain(x5c: x5c).trusted(by: identity.trustedRoots)
    let cache = ChainCache(limit: 3)
    for name in ["a", "b", "b", "c", "d"] { cache.insert(chain, for: Array(name.utf8)[...]) }
    #expect(cache.chain(for: Array("a".utf8)[...]) == nil)
    for name in ["b", "c", "d"] { #expect(cache.chain(for: Array(name.utf8)[...]) != nil) }
    #expect(cache.chain(for: Array("dd".utf8)[...]) == nil)
    #expect(cache.chain(for: []) == nil)
  }
}

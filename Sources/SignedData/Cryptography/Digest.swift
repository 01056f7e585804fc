import COpenSSL

/// Digests; SHA-256 has its algorithm looked up once, since a look-up takes a lock that every thread would wait for.
package enum Digest {
  /// OpenSSL's handle of the algorithm, never freed and never changed.
  nonisolated(unsafe) static let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

  /// The number of bytes of a digest.
  static let size = 32

  /// The version of the library that does the cryptography.
  package static var openSSLVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

  /// The SHA-1 of some bytes: for names only (UUIDs of version 5), never for a signature.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    SHA1(bytes, bytes.count, &digest)
    return digest
  }

  /// The SHA-256 of some bytes, or nil without memory.
  package static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: size)
    let done = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, sha256, nil) }
    return done == 1 ? digest : nil
  }

  /// Bytes in lower-case hexadecimal.
  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

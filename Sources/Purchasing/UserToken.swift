import Foundation
import SignedData

/// The stable UUID of a user of the app, the same on every device.
///
/// UUIDv5 (RFC 4122 section 4.3) of the user's name, in UTF-8 after NFC, in the namespace that is the UUIDv5 of the
/// bundle id in the DNS namespace.
///
/// - Returns: The UUID in lower case.
package func userToken(of name: String, bundleId: String) -> String {
  let dns: [UInt8] = [
    0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
  ]
  let app = uuid5(namespace: dns, name: Array(bundleId.utf8))
  return text(of: uuid5(namespace: app, name: Array(name.precomposedStringWithCanonicalMapping.utf8)))
}

private func uuid5(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
  var bytes = Array(Digest.sha1(namespace + name).prefix(16))
  bytes[6] = bytes[6] & 0x0f | 0x50
  bytes[8] = bytes[8] & 0x3f | 0x80
  return bytes
}

private func text(of uuid: [UInt8]) -> String {
  let digits = Array("0123456789abcdef")
  var text = ""
  for (index, byte) in uuid.enumerated() {
    if [4, 6, 8, 10].contains(index) { text.append("-") }
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 0xf)])
  }
  return text
}

/// An ECDSA signature on P-256 in its two forms.
///
/// A JWS carries 64 bytes, r and then s, each as 32 bytes, most significant first (RFC 7518 section 3.4); OpenSSL takes
/// a DER sequence of two integers. The range 0 < r, s < n is OpenSSL's to check.
enum ECDSASignature {
  /// The number of bytes of r‖s.
  static let rawSize = 64

  /// The DER form of r‖s, or nil when it has not 64 bytes.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard raw.count == rawSize else { return nil }
    var der: [UInt8] = [0x30, 0]
    der.reserveCapacity(rawSize + 8)
    appendInteger(raw[..<32], to: &der)
    appendInteger(raw[32...], to: &der)
    der[1] = UInt8(der.count - 2)
    return der
  }

  /// The form r‖s of a DER sequence as OpenSSL writes it, or nil when it is not one.
  static func raw(der: [UInt8]) -> [UInt8]? {
    guard der.count > 2, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
    var rest = der[2...]
    guard let r = takeInteger(from: &rest), let s = takeInteger(from: &rest), rest.isEmpty else { return nil }
    return r + s
  }

  /// Appends an integer without needless leading zeros, with one where the first bit would make it negative.
  private static func appendInteger(_ number: ArraySlice<UInt8>, to der: inout [UInt8]) {
    let significant = number.drop { $0 == 0 }
    let lead = significant.first.map { $0 >= 0x80 } ?? true
    der += [0x02, UInt8(significant.count + (lead ? 1 : 0))]
    if lead { der.append(0) }
    der += significant
  }

  /// Takes an integer off the front, as 32 bytes.
  private static func takeInteger(from der: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard der.popFirst() == 0x02, let length = der.popFirst(), der.count >= Int(length) else { return nil }
    let number = der.prefix(Int(length)).drop { $0 == 0 }
    der = der.dropFirst(Int(length))
    guard number.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - number.count) + number
  }
}

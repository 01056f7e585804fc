import COpenSSL
package import Core

/// A JWS in compact form, split into its three segments (RFC 7515 section 7.1).
///
/// Splitting checks only the size and the dots. The text can be stored in parts and joined again without loss:
/// `CompactJWS.text` returns the same bytes from the header segment, the payload and the signature.
package struct CompactJWS: Sendable {
  /// The maximum size in bytes; longer text is rejected unread.
  ///
  /// Real objects have 5 to 19 KB.
  package static let sizeLimit = 65_536

  /// The whole JWS as ASCII bytes.
  package let bytes: [UInt8]

  /// The number of bytes before the first dot.
  private let headerEnd: Int

  /// The number of bytes before the second dot.
  private let payloadEnd: Int

  /// Splits a text; throws `size` above the limit, and `format` unless it has exactly three segments.
  package init(_ text: some Collection<UInt8>) throws(VerificationFailure) {
    guard text.count <= Self.sizeLimit else {
      throw VerificationFailure(
        .size,
        say(
          text.count, "too large: \(text.count) byte (limit \(Self.sizeLimit))",
          "too large: \(text.count) bytes (limit \(Self.sizeLimit))"))
    }
    bytes = Array(text)
    guard let first = Self.dot(in: bytes, from: 0), let second = Self.dot(in: bytes, from: first + 1),
      Self.dot(in: bytes, from: second + 1) == nil, first > 0, second > first + 1, second + 1 < bytes.count
    else {
      throw VerificationFailure(
        .format,
        bytes.isEmpty ? "empty" : say("not a signed object: it needs three parts separated by dots"))
    }
    headerEnd = first
    payloadEnd = second
  }

  /// Returns whether bytes look like a JWS: they start like the base64url of a JSON object, and have two dots.
  package static func looksLike(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "e") && bytes.count(where: { $0 == UInt8(ascii: ".") }) == 2
  }

  /// The first segment: the header in base64url.
  package var headerSegment: ArraySlice<UInt8> { bytes[..<headerEnd] }

  /// The second segment: the payload in base64url.
  package var payloadSegment: ArraySlice<UInt8> { bytes[(headerEnd + 1)..<payloadEnd] }

  /// The third segment: the signature in base64url.
  package var signatureSegment: ArraySlice<UInt8> { bytes[(payloadEnd + 1)...] }

  /// The signed bytes: the first two segments and the dot between them.
  package var signingInput: ArraySlice<UInt8> { bytes[..<payloadEnd] }

  /// Returns the payload's bytes; throws `format` if the segment is not canonical base64url.
  package func payload() throws(VerificationFailure) -> [UInt8] {
    try decode(payloadSegment, "second")
  }

  /// Returns the payload as claims that nothing has checked; throws `format` if it is not a JSON object.
  package func claims() throws(VerificationFailure) -> JSONObject {
    try JSONObject(signed: payload(), part: "payload")
  }

  /// Returns the signature's bytes; throws `format` if the segment is not canonical base64url.
  package func signature() throws(VerificationFailure) -> [UInt8] {
    try decode(signatureSegment, "third")
  }

  /// Returns the header's bytes; throws `format` if the segment is not canonical base64url.
  package func header() throws(VerificationFailure) -> [UInt8] {
    try decode(headerSegment, "first")
  }

  /// Returns the text of a JWS from the header as its base64url segment, and payload and signature as decoded bytes.
  package static func text(
    headerSegment: some Collection<UInt8>, payload: some Collection<UInt8>, signature: some Collection<UInt8>
  ) -> String {
    let dot = [UInt8(ascii: ".")]
    let text = Array(headerSegment) + dot + Base64.url.encode(payload) + dot + Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }

  private func decode(_ segment: ArraySlice<UInt8>, _ name: String) throws(VerificationFailure) -> [UInt8] {
    guard let bytes = Base64.url.decode(segment) else {
      throw VerificationFailure(.format, say("not a signed object: the \(name) part is not base64url"))
    }
    return bytes
  }

  /// Returns the index of the next dot.
  ///
  /// It uses `memchr`, because the header is nine tenths of the text and is searched every time.
  private static func dot(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress else { return nil }
      let found = memchr(base + start, Int32(UInt8(ascii: ".")), buffer.count - start)
      return found.map { UnsafeRawPointer($0) - base }
    }
  }
}

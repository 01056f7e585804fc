/// The properties of an image in the head of a PNG file (ISO/IEC 15948, 11.2.2).
struct PNGHead {
  let width: Int
  let height: Int
  /// Whether its pixels have an alpha channel; a palette with transparent colours isn't checked.
  let hasTransparency: Bool

  /// Reads the signature and the first chunk; fails for anything else.
  init?(_ bytes: [UInt8]) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 33, bytes.starts(with: signature + [0, 0, 0, 13] + Array("IHDR".utf8)) else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(16), number(20))
    hasTransparency = [4, 6].contains(bytes[25])
    guard width > 0, height > 0 else { return nil }
  }

  /// Whether it has Apple's size of a full-size image: 3840 pixels wide and 160 to 2160 high.
  var isFullSize: Bool { width == 3840 && (160...2160).contains(height) }
}

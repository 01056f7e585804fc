import SafeText

/// A length of time as people write it: `90s`, `5m`, `2h`, `30d`, `1w`; `500ms` for what has to be exact.
enum DurationText {
  /// - Returns: Milliseconds.
  /// - Throws: A `UsageError` that names the text.
  static func milliseconds(_ text: String) throws(UsageError) -> Int64 {
    let units: [Substring: Int64] = [
      "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    let number = text.prefix { $0.isASCII && $0.isNumber }
    if let unit = units[text[number.endIndex...]], let count = Int64(number), count > 0 {
      let product = count.multipliedReportingOverflow(by: unit)
      // A century is more than anybody needs, and keeps every date within the certificates.
      if !product.overflow, product.partialValue <= 100 * 366 * 86_400_000 { return product.partialValue }
    }
    throw UsageError("\(safeText(text)) is no duration: write 90s, 5m, 2h, 30d or 1w")
  }
}

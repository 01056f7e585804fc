import SafeText

/// A length of time as people write it: `90s`, `5m`, `2h`, `30d`, `1w`.
enum DurationText {
  /// - Returns: Milliseconds.
  /// - Throws: A `UsageError` that names the text.
  static func milliseconds(_ text: String) throws(UsageError) -> Int64 {
    let units: [Character: Int64] = [
      "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    if let last = text.last, let unit = units[last], let count = Int64(text.dropLast()), count > 0 {
      let product = count.multipliedReportingOverflow(by: unit)
      // A century is more than anybody needs, and keeps every date within the certificates.
      if !product.overflow, product.partialValue <= 100 * 366 * 86_400_000 { return product.partialValue }
    }
    throw UsageError("\(safeText(text)) is no duration: write 90s, 5m, 2h, 30d or 1w")
  }
}

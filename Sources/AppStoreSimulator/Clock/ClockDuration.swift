import SafeText
import StoreModel

/// A duration as it is typed: a whole number and a unit.
package enum ClockDuration {
  /// Reads `30s`, `5m`, `12h`, `30d` or `2w`; milliseconds.
  ///
  /// - Throws: a `SimulatorError` of kind `usage`.
  package static func milliseconds(_ text: String) throws(SimulatorError) -> Int64 {
    let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count > 0,
      case (let total, false) = count.multipliedReportingOverflow(by: unit)
    else {
      throw SimulatorError(.usage, "\(safeText(text)) is no duration: take a number with s, m, h, d or w, such as 30d")
    }
    return total
  }
}

extension Words {
  /// Returns a length of time, rounded to its largest useful unit: `40 s`, `5 min`, `30 h`, `12 d`.
  package static func span(seconds: Int64) -> Words {
    switch seconds {
    case ..<90: "\(max(0, seconds)) s"
    case ..<5400: "\((seconds + 30) / 60) min"
    case ..<129_600: "\((seconds + 1800) / 3600) h"
    default: "\((seconds / 86_400) + (seconds % 86_400 >= 43_200 ? 1 : 0)) d"
    }
  }
}

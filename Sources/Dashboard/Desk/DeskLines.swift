import AppStoreModel
import Core
import TerminalUI

/// The lines of the desk's health and trends, which have no rows to select.
extension State {
  func deskLines(width: Int, glyphs: GlyphSet = .unicode) -> [Line] {
    guard let desk else { return [] }
    return switch desk.part {
    case .health: desk.health.map(healthLines) ?? [Line(DeskScreenText.reading.text, .dim)]
    case .trends:
      desk.trends.map { TrendLines(trends: $0, desk: desk, width: width, glyphs: glyphs).lines }
        ?? [Line(DeskScreenText.reading.text, .dim)]
    case .customers, .views: []
    }
  }

  private func healthLines(_ health: DeskHealth) -> [Line] {
    let figures = health.figures
    let names = (figures.map { displayWidth(of: $0.name) }.max() ?? 0) + 2
    var lines = figures.map { Line([Span(padded($0.name, toWidth: names), .dim), Span($0.value, $0.style)]) }
    lines += [Line(), Line(say("The newest by type"), .title)]
    lines += health.newest.map { it in
      let seconds = max(0, now.milliseconds(since: it.arrivedDate)) / 1000
      let delay = max(0, it.arrivedDate.milliseconds(since: it.signedDate))
      return Line([
        Span(padded(safeText(it.type), toWidth: 30)),
        Span(DeskScreenText.arrived(secondsAgo: seconds, delay: delay).text, .dim),
      ])
    }
    return lines
  }
}

extension DeskHealth {
  /// The figures of a desk in words, for `desk status`.
  package var words: [(name: String, value: String)] { figures.map { ($0.name, $0.value) } }

  /// The figures of a desk in words, with the style in which the screen shows them.
  fileprivate var figures: [(name: String, value: String, style: Style)] {
    func figure(_ name: Words, _ value: Words, _ style: Style = .normal) -> (String, String, Style) {
      (name.text, value.text, style)
    }
    func figure(_ name: Words, _ count: Count, _ style: Style) -> (String, String, Style) {
      figure(
        name, DeskScreenText.counted(count.number, hasMore: count.hasMore), count.number == 0 ? .normal : style)
    }
    return [
      figure("database", "\(safeText(engine))"), figure("customers", "\(customers)"),
      figure("transactions", "\(transactions)"), figure("notifications", "\(notifications)"),
      figure(
        "delay",
        delay.map { DeskScreenText.delay(half: $0.half, ninetyNine: $0.ninetyNine, of: $0.count) }
          ?? "nothing received from Apple yet"),
      figure("waiting for processing", waiting, .warning), figure("cannot be processed", poisoned, .bad),
      figure("in quarantine", quarantined, .warning), figure("gaps filled", "\(gapsFilled)"),
      figure(
        "calls to Apple", DeskScreenText.calls(made: calls.made, left: calls.left),
        calls.left == 0 ? .warning : .normal),
    ]
  }
}

/// Block charts of what happened, one column per day or week.
private struct TrendLines {
  let trends: DeskTrends
  let desk: DeskScreen
  let width: Int
  let glyphs: GlyphSet
  /// The columns that the label before a chart takes.
  private static let label = 26

  /// The days of a column.
  private var step: Int { desk.trendRange.isByWeek ? 7 : 1 }

  /// The number of days that fit: whole columns at the end of the range.
  private var days: Int {
    let first = max(0, (trends.dayCount + step - 1) / step - max(1, width - Self.label)) * step
    return max(1, trends.dayCount - first)
  }

  private func counts(_ all: [Int]) -> [Int] { DeskTrends.columns(of: Array(all.suffix(days)), perColumn: step) }

  var lines: [Line] {
    var lines: [Line] = [dates, Line(say("counts of signed data, not revenue"), .dim), Line()]
    for kind in DeskTrends.Kind.allCases {
      let total = counts(trends.total(kind))
      lines.append(chart(DeskScreenText.trend(kind, total.reduce(0, +)).text, total, style(kind), isTotal: true))
      lines += trends.series.filter { $0.kind == kind }.map { series in
        let counts = counts(series.counts)
        return chart("  \(desk.name(of: series.productId)) \(counts.reduce(0, +))", counts, style(kind), isTotal: false)
      }
      lines.append(Line())
    }
    lines.append(
      Line(say("Refund rate \(refundRate.map { say("\($0 / 10).\($0 % 10) %") } ?? say("unknown"))"), .title))
    lines.append(Line())
    lines.append(Line(say("Active subscriptions \(trends.active.reduce(0) { $0 + $1.now })"), .title))
    let most = max(1, trends.active.map(\.now).max() ?? 1)
    lines += trends.active.map { it in
      let columns = max(it.now > 0 ? 1 : 0, it.now * (width - Self.label - 8) / most)
      let bar = String(repeating: glyphs.heavy, count: max(0, columns))
      return Line([Span(label("  \(desk.name(of: it.productId))")), Span(bar, .good), Span(" \(it.now)")])
    }
    return lines
  }

  private var dates: Line {
    let last = trends.firstDay + Int64(trends.dayCount) - 1
    let (from, to) = (trends.day(last - Int64(days) + 1), trends.day(last))
    return Line(
      (step == 1
        ? Words("\(from) to \(to), one column per day (UTC)") : Words("\(from) to \(to), one column per week (UTC)"))
        .text,
      .dim)
  }

  /// The refunds as a share of purchases and renewals, in thousandths.
  private var refundRate: Int? {
    func count(_ kind: DeskTrends.Kind) -> Int { trends.total(kind).suffix(days).reduce(0, +) }
    let sold = count(.purchases) + count(.renewals)
    return sold == 0 ? nil : count(.refunds) * 1000 / sold
  }

  private func style(_ kind: DeskTrends.Kind) -> Style {
    switch kind {
    case .purchases, .recoveries: .good
    case .renewals: .accent
    case .refunds, .expirations: .bad
    case .billingRetry: .warning
    }
  }

  private func label(_ text: String) -> String {
    padded(truncated(text, toWidth: Self.label - 1), toWidth: Self.label)
  }

  private func chart(_ title: String, _ counts: [Int], _ style: Style, isTotal: Bool) -> Line {
    let most = counts.max() ?? 0
    let steps = glyphs.blocks
    let columns = counts.map { count in
      count == 0 ? " " : steps[min(steps.count - 1, (count * steps.count - 1) / max(1, most))]
    }
    return Line([Span(label(title), isTotal ? .title : .normal), Span(columns.joined(), style)])
  }
}

extension GlyphSet {
  /// The glyphs of a block chart, in order of height.
  var blocks: [String] {
    self == .ascii
      ? [".", ":", "-", "=", "+", "*", "%", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }
}

import SafeText
import Screen
import StoreModel

extension Sheet {
  /// How the App Store stands, and what waits there for a decision.
  static func appStore(_ sheet: AppStoreSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: Texts.appStoreTitle)
    guard let situation = state.situation else {
      result.head = [Line(Texts.reading)]
      return result
    }
    let label = 16
    result.head = [
      Line([
        Span(padded("App Store time", toWidth: label), .dim), Span(state.minute(situation.now)),
        Span(", \(Texts.pace(situation))"),
      ]),
      Line([Span(padded("network", toWidth: label), .dim), onOff(situation.network, glyphs)]),
      Line([Span(padded("payments", toWidth: label), .dim), allowed(situation.payments, glyphs)]),
      Line([
        Span(padded("Apple Account", toWidth: label), .dim), Span(state.account ?? Texts.nobody),
        Span(state.storefront.map { ", storefront \(safeText($0))" } ?? ""),
      ]),
      Line(),
      Line(situation.cases.isEmpty ? Texts.noCases : Texts.casesTitle, .title),
    ]
    result.list = situation.cases.map { line(for: $0, state, width, glyphs) }
    result.cursor = situation.cases.isEmpty ? nil : sheet.cursor
    result.top = sheet.top
    if let note = state.selectedCase?.note.map({ safeText($0) }), !note.isEmpty {
      result.tail = [Line(), Line(truncated(Texts.words(note), toWidth: width), .dim)]
    }
    return result
  }

  private static func onOff(_ isOn: Bool, _ glyphs: GlyphSet) -> Span {
    isOn ? Span("\(glyphs.full) on", .good) : Span("\(glyphs.empty) off", .bad)
  }

  private static func allowed(_ isOn: Bool, _ glyphs: GlyphSet) -> Span {
    isOn ? Span("\(glyphs.full) allowed", .good) : Span("\(glyphs.empty) not allowed", .bad)
  }

  private static func line(for item: AppStoreCase, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Line {
    let account = truncated(safeText(item.account), toWidth: 10)
    let price = truncated(safeText(item.displayPrice), toWidth: 9)
    let fixed = 17 + 15 + 11 + 10
    let name = max(8, width - 2 - fixed)
    let style: Style = item.kind == .refunded ? .bad : .warning
    let glyph = item.kind == .refunded ? glyphs.cross : glyphs.half
    return Line([
      Span(padded(state.minute(item.date), toWidth: 17), .dim),
      Span(padded("\(glyph) \(Texts.word(for: item.kind))", toWidth: 15), style),
      Span(padded(truncated(safeText(item.productName), toWidth: name - 1), toWidth: name)),
      Span(padded(price, toWidth: 10), .accent), Span(account, .dim),
    ])
  }
}

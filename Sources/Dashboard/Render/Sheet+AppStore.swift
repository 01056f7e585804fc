import SafeText
import Screen
import StoreModel

extension Sheet {
  /// How the App Store stands, each switch with its key, and what waits there for a decision.
  static func appStore(_ sheet: AppStoreSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var result = Sheet(title: Texts.appStoreTitle)
    guard let situation = state.situation else {
      result.head = [Line(Texts.reading)]
      return result
    }
    let storefront = state.storefront.map { ", \(safeText($0))" } ?? ""
    let isLow = state.size.height < 20
    result.head = [
      switchLine(
        Texts.Label.time, Span("\(state.minute(situation.now)), \(Texts.pace(situation))"), [.advanceClock], situation,
        width),
      switchLine(
        Texts.Label.network,
        situation.network ? Span("\(glyphs.full) \(Texts.on)", .good) : Span("\(glyphs.empty) \(Texts.off)", .bad),
        [.network], situation, width),
      switchLine(
        Texts.Label.payments,
        situation.payments
          ? Span("\(glyphs.full) \(Texts.allowed)", .good) : Span("\(glyphs.empty) \(Texts.notAllowed)", .bad),
        [.payments], situation, width),
      switchLine(
        Texts.Label.account, Span("\(state.account ?? Texts.nobody)\(storefront)"), [.signIn], situation, width),
    ]
    if isLow {
      result.head.append(switchLine("", Span(""), [.newDevice, .startOver], situation, width))
    } else {
      result.head += [
        switchLine(Texts.Label.device, Span(Texts.deviceRow), [.newDevice], situation, width),
        switchLine(Texts.Label.appStore, Span(Texts.appStoreRow), [.startOver], situation, width), Line(),
      ]
    }
    result.head.append(Line(situation.cases.isEmpty ? Texts.noCases : Texts.casesTitle, .title))
    result.list = situation.cases.map { line(for: $0, state, width - 2, glyphs) }
    result.cursor = situation.cases.isEmpty ? nil : sheet.cursor
    result.top = sheet.top
    if !isLow, let note = state.selectedCase?.note.map({ safeText($0) }), !note.isEmpty {
      result.tail = [Line(), Line(truncated(Texts.words(note), toWidth: width), .dim)]
    }
    return result
  }

  /// A fact of the App Store, and the keys that change it.
  private static func switchLine(
    _ name: String, _ value: Span, _ actions: [Action], _ situation: AppStoreSituation, _ width: Int
  ) -> Line {
    var keys: [Span] = []
    for action in actions {
      let key = ActionTable.entry(of: action, in: [.appStore])?.keyNames.first ?? ""
      keys += [Span(key, .key), Span(" \(Texts.verb(of: action, situation))")]
      if actions.count > 1 { keys.append(Span("   ")) }
    }
    let room = max(1, width - 11 - 17 * actions.count)
    return Line([Span(padded(name, toWidth: 11), .dim), Span(padded(value.text, toWidth: room), value.style)] + keys)
  }

  private static func line(for item: AppStoreCase, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Line {
    let isNarrow = width < 60
    let date = isNarrow ? state.day(item.date) : state.minute(item.date)
    let style: Style = item.kind == .refunded ? .bad : .warning
    let glyph = item.kind == .refunded ? glyphs.cross : glyphs.half
    let fixed = (isNarrow ? 11 : 17) + 16 + 10 + (isNarrow ? 0 : 11)
    let name = max(8, width - fixed)
    return Line([
      Span(padded(date, toWidth: isNarrow ? 11 : 17), .dim),
      Span(padded("\(glyph) \(Texts.word(for: item.kind))", toWidth: 16), style),
      Span(padded(safeText(item.productName), toWidth: name - 1) + " "),
      Span(padded(safeText(item.displayPrice), toWidth: 9, alignment: .trailing) + " ", .accent),
      Span(isNarrow ? "" : " " + truncated(safeText(item.account), toWidth: 10), .dim),
    ])
  }
}

import Screen
import StoreModel

extension State {
  /// Brings cursors and scroll positions into what the screen's size allows.
  mutating func settle() {
    let layout = Layout(self)
    products.settle(height: layout.products?.inside.height ?? 1)
    for tab in Tab.allCases { tabs[tab].settle(height: layout.tabs.inside.height) }
    let lines = detailLineCount
    detailTop = max(0, min(detailTop, lines - (layout.detail?.inside.height ?? lines)))
    let height = listHeight
    switch overlays.last {
    case .refundList(var list):
      list.rows.settle(height: height)
      replaceTop(.refundList(list))
    case .order(var sheet):
      sheet.rows.settle(height: height)
      replaceTop(.order(sheet))
    case .appStore(var sheet):
      let count = rows(of: sheet.section).count
      sheet.place.cursor = max(0, min(sheet.place.cursor, count - 1))
      sheet.place.top = Scrolling.top(sheet.place.top, cursor: sheet.place.cursor, count: count, height: height)
      replaceTop(.appStore(sheet))
    case .choice(var choice):
      choice.cursor = max(0, min(choice.cursor, choice.items.count - 1))
      choice.top = Scrolling.top(choice.top, cursor: choice.cursor, count: choice.items.count, height: height)
      replaceTop(.choice(choice))
    case .report(let report, let top):
      replaceTop(.report(report, top: max(0, min(top, overlayLineCount - height))))
    case .help(let scope, let top):
      replaceTop(.help(scope, top: max(0, min(top, overlayLineCount - height))))
    default: break
    }
  }

  /// Puts another value in the place of the front sheet.
  mutating func replaceTop(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  /// A date in the zone that the person set, to the day.
  func day(_ date: Timestamp) -> String {
    date.formatted(.day, secondsFromUTC: setup.zone.offset(at: date))
  }

  /// A date in the zone that the person set, to the minute.
  func minute(_ date: Timestamp) -> String {
    date.formatted(.minute, secondsFromUTC: setup.zone.offset(at: date))
  }
}

import Screen
import StoreModel

extension Renderer {
  mutating func drawHeader() {
    drawFirstLine()
    drawSecondLine()
  }

  /// The program, the app, which App Store this is, its time, and how news arrives.
  private mutating func drawFirstLine() {
    let width = state.size.width
    let banner = " \(shorten(state.setup.backend, to: max(20, width / 2))) "
    let name = shorten(state.setup.appName, to: 20)
    let fixed = 7 + columns(of: name) + 2 + columns(of: banner)
    let updates = Texts.updates(state.device)
    let times = Texts.storeTime(state)
    // The longest wording that fits: first the time gets shorter, then how news arrives.
    var chosen = ("", "")
    search: for news in updates + [""] {
      for time in times + [""] where fixed + columns(of: time) + columns(of: news) + 5 <= width {
        guard !time.isEmpty || news == "" || news == updates.last else { continue }
        chosen = (time, news)
        break search
      }
    }
    var x = frame.put(" Till", at: Point(x: 0, y: 0), style: .title) + 2
    x += frame.put(name, at: Point(x: x, y: 0)) + 2
    x += frame.put(banner, at: Point(x: x, y: 0), style: (state.setup.isReal ? Style.alarm : .banner).bold) + 2
    x += frame.put(chosen.0, at: Point(x: x, y: 0), style: state.isClockDoubtful ? .warning : .normal)
    let isWaiting = state.device.waitingUpdates > 0 && state.device.updates == .held
    frame.put(
      chosen.1, at: Point(x: max(x + 1, width - columns(of: chosen.1) - 1), y: 0), style: isWaiting ? .accent : .dim)
  }

  /// Who is signed in, and how old the answers are.
  private mutating func drawSecondLine() {
    let width = state.size.width
    let right = state.setup.isReadOnly ? "\(Texts.readOnly) " : ""
    let room = width - 2 - columns(of: right)
    let separator = " \(glyphs.dot) "
    var parts = Texts.whoAndWhen(state)
    // Least needed first: the storefront, then the user.
    for dispensable in [2, 1] where columns(of: parts.joined(separator: separator)) > room {
      if parts.indices.contains(dispensable), parts.count > 2 { parts.remove(at: dispensable) }
    }
    frame.put(shorten(parts.joined(separator: separator), to: room), at: Point(x: 1, y: 1), style: .dim)
    frame.put(right, at: Point(x: width - columns(of: right), y: 1), style: .warning)
  }
}

import SafeText
import Screen
import StoreModel

extension Renderer {
  mutating func drawHeader() {
    drawFirstLine()
    drawSecondLine()
    if let promoted = state.promoted { drawBanner(promoted) }
  }

  /// What the customer began to buy in the App Store, and what can be done with it.
  private mutating func drawBanner(_ promoted: PromotedPurchase) {
    let room = state.size.width - 2
    let wordings = Texts.banner(state.name(of: promoted.productId), isDeferred: state.isPromotedDeferred)
    let text = wordings.first { columns(of: $0) <= room } ?? wordings.last ?? ""
    frame.put(
      padded(" \(shorten(text, to: room))", toWidth: state.size.width), at: Point(x: 0, y: 2),
      style: state.isPromotedDeferred ? .dim : .banner)
  }

  /// The program, the app, which App Store this is, its time, and how news arrives.
  private mutating func drawFirstLine() {
    let width = state.size.width
    let banner = " \(shorten(state.setup.backend, to: max(20, width / 2))) "
    let name = shorten(state.setup.appName, to: 20)
    // The longest wording that fits: the time gives way before how news arrives does, and Till's own name last.
    let news = Texts.updates(state.device)
    let wordings = Texts.storeTime(state).flatMap { time in news.map { (time, $0) } } + news.map { ("", $0) }
    let fixed = columns(of: name) + columns(of: banner) + 4
    func chosen(_ room: Int) -> (String, String)? {
      wordings.first { fixed + columns(of: $0.0) + columns(of: $0.1) <= room }
    }
    var x = 1
    if chosen(width - 6) != nil { x += frame.put("Till", at: Point(x: 1, y: 0), style: .title) + 2 }
    let (time, updates) = chosen(width - x + 1) ?? ("", "")
    x += frame.put(name, at: Point(x: x, y: 0)) + 1
    x += frame.put(banner, at: Point(x: x, y: 0), style: (state.setup.isReal ? Style.alarm : .banner).bold) + 1
    x += frame.put(time, at: Point(x: x, y: 0), style: state.isClockDoubtful ? .warning : .normal)
    let isWaiting = state.device.waitingUpdates > 0 && state.device.updates == .held
    frame.put(
      updates, at: Point(x: max(x + 1, width - columns(of: updates) - 1), y: 0), style: isWaiting ? .accent : .dim)
  }

  /// Who is signed in, and how old the answers are.
  private mutating func drawSecondLine() {
    let width = state.size.width
    let warnings = [
      state.isClockDoubtful ? Texts.clockDoubtful : "", state.setup.isReadOnly ? Texts.readOnly : "",
      state.setup.isLocked ? Texts.locked : "",
    ]
    let right = warnings.filter { !$0.isEmpty }.map { "\($0) " }.joined()
    let room = width - 2 - columns(of: right)
    let wordings = Texts.whoAndWhen(state).map { $0.joined(separator: " \(glyphs.dot) ") }
    let chosen = wordings.first { columns(of: $0) <= room } ?? wordings.last ?? ""
    frame.put(shorten(chosen, to: room), at: Point(x: 1, y: 1), style: .dim)
    frame.put(right, at: Point(x: width - columns(of: right), y: 1), style: .warning)
  }
}

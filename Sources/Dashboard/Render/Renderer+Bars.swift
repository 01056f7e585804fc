import AppStoreModel
import Core
import TerminalUI

extension Renderer {
  mutating func drawHeader() {
    drawFirstLine()
    if state.isDeskInFront { drawDeskLine() } else { drawSecondLine() }
    if let promoted = state.promoted { drawBanner(promoted) }
  }

  /// Draws the banner for the purchase that the customer started in the App Store, with its keys.
  private mutating func drawBanner(_ promoted: PromotedPurchase) {
    let room = state.size.width - 2
    let wordings = state.promotedWordings(state.name(of: promoted.productId))
    let text = wordings.first { columns(of: $0) <= room } ?? wordings.last ?? ""
    frame.put(
      padded(" \(shorten(text, to: room))", toWidth: state.size.width), at: Point(x: 0, y: 2),
      style: state.isPromotedDeferred ? .dim : .banner)
  }

  /// Draws the first line: Till, the app, the App Store, its time, and the badges of what differs from the defaults.
  private mutating func drawFirstLine() {
    let width = state.size.width
    let statusBadges = state.statusBadges
    let name = shorten(state.setup.appName, to: 20)
    let whole = state.setup.backend
    // On a narrow screen, the backend's details are left out to make room for the badges.
    let brief = String(whole.prefix { $0 != "(" }).trimmed
    let banners = [whole, brief.isEmpty ? whole : brief].map { " \(shorten($0, to: max(20, width / 2))) " }
    let times = state.timeWordings + [""]
    let least = badgeWordings(statusBadges).last.map { columns(of: $0) } ?? 0
    let fixed = columns(of: name) + 4
    let wordings = banners.flatMap { banner in times.map { (banner, $0) } }
    let preferred = wordings.sorted { left, right in rank(left, banners, times) < rank(right, banners, times) }
    let roomy = preferred.first { fixed + 6 + columns(of: $0.0) + columns(of: $0.1) + least <= width }
    let (banner, time) =
      roomy ?? preferred.first { fixed + columns(of: $0.0) + columns(of: $0.1) + least <= width }
      ?? (banners.last ?? "", "")
    var x = 1
    if roomy != nil { x += frame.put("Till", at: Point(x: 1, y: 0), style: .title) + 2 }
    x += frame.put(name, at: Point(x: x, y: 0)) + 1
    x += frame.put(banner, at: Point(x: x, y: 0), style: (state.setup.isReal ? Style.alarm : .banner).bold) + 1
    x += frame.put(time, at: Point(x: x, y: 0), style: state.facts.isClockDoubtful ? .warning : .normal)
    drawBadges(statusBadges, from: x + 1)
  }

  /// Returns the rank of a wording of the first line; the lowest is preferred.
  ///
  /// A shorter time is preferred to a shorter backend, and leaving out the time comes last.
  private func rank(_ wording: (String, String), _ banners: [String], _ times: [String]) -> Int {
    let banner = banners.firstIndex(of: wording.0) ?? 0
    let time = times.firstIndex(of: wording.1) ?? 0
    return time == times.count - 1 ? 100 + banner : banner * 10 + time
  }

  /// Returns all status badges as texts, longest first: with keys, without keys, and the first one with a count.
  private func badgeWordings(_ statusBadges: [StatusBadge]) -> [String] {
    guard let first = statusBadges.first else { return [] }
    let rest = statusBadges.count > 1 ? " +\(statusBadges.count - 1)" : ""
    return [
      statusBadges.map { badge in
        "\(badgeGlyph(badge)) \(badge.text)" + (badge.keys.isEmpty ? "" : " (\(badge.keys))")
      }.joined(separator: "  "),
      statusBadges.map { "\(badgeGlyph($0)) \($0.text)" }.joined(separator: "  "),
      "\(badgeGlyph(first)) \(first.text)\(rest)",
    ]
  }

  private func badgeGlyph(_ statusBadge: StatusBadge) -> String { statusBadge.isBad ? glyphs.cross : glyphs.half }

  private mutating func drawBadges(_ statusBadges: [StatusBadge], from start: Int) {
    let room = state.size.width - start - 1
    let wordings = badgeWordings(statusBadges)
    guard let text = wordings.first(where: { columns(of: $0) <= room }) ?? wordings.last else { return }
    let shown = shorten(text, to: room)
    let isBad = statusBadges.contains(where: \.isBad)
    frame.put(
      shown, at: Point(x: state.size.width - columns(of: shown) - 1, y: 0), style: (isBad ? Style.bad : .warning).bold)
  }

  /// Draws the second line: who is signed in, when Till last checked, and how updates arrive.
  private mutating func drawSecondLine() {
    let width = state.size.width
    let right = state.headerWarnings.map { "\($0) " }.joined()
    let identities = state.identityWordings.map { $0.joined(separator: " \(glyphs.dot) ") }
    let wordings = identities.flatMap { identity in state.newsWordings.map { (identity, $0) } }
    let room = width - 2 - columns(of: right)
    let (identity, news) =
      wordings.first { columns(of: $0.0) + 2 + columns(of: $0.1) <= room } ?? (identities.last ?? "", "")
    frame.put(shorten(identity, to: room), at: Point(x: 1, y: 1), style: .dim)
    frame.put(right, at: Point(x: width - columns(of: right), y: 1), style: .warning)
    let isWaiting = state.device.waitingUpdates > 0 && state.device.updates == .held
    frame.put(
      news, at: Point(x: width - columns(of: right) - columns(of: news) - 1, y: 1), style: isWaiting ? .accent : .dim)
  }
}

extension String {
  /// The text without the spaces at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension Renderer {
  /// Draws the message line: the last message or the text being typed, and the running task.
  mutating func drawMessage() {
    let row = drawKeystrokes(in: layout.message)
    let width = row.width - 2
    let film = state.isFilming ? "\(glyphs.full) \(say("recording"))" : ""
    let busy = state.works.last.map { busyText($0) } ?? film
    let right = shorten(busy, to: width / 2)
    if !right.isEmpty {
      frame.put(right, at: Point(x: row.maxX - 1 - columns(of: right), y: row.y), style: .accent)
    }
    let room = width - (right.isEmpty ? 0 : columns(of: right) + 2)
    if state.overlays.last == .appStore, isShown(state.side.filter) {
      let count = state.rows(of: state.side.section).count
      return drawFilter(state.side.filter, PaneText.foundRows(count).text, row, room)
    }
    if let desk = state.desk, desk.isSearching, isShown(desk.search), state.overlays.isEmpty {
      let found =
        desk.search.text.isEmpty
        ? say("type an id, a product or a state")
        : DeskScreenText.found(desk.list.rows.count, hasMore: desk.list.hasMore).text
      return drawFilter(desk.search, found, row, room)
    }
    if isShown(state.tabs.filter), state.focus == .tabs, state.overlays.isEmpty {
      let list = state.tabs.front
      let found = PaneText.foundSoFar(list.rows.count, hasMore: list.hasOlder || list.joining != nil)
      return drawFilter(state.tabs.filter, found.text, row, room)
    }
    if state.products.filter.isEditing, state.overlays.isEmpty {
      return drawFilter(
        state.products.filter,
        say(
          state.products.stops.count, "\(state.products.stops.count) product",
          "\(state.products.stops.count) "
            + "products"),
        row, room)
    }
    guard let message = state.shownMessage else { return }
    let lines = Wrapping.broken(message.text, width: room)
    guard lines.count > 1 else {
      frame.put(message.text, at: Point(x: 1, y: row.y), style: message.tone.style)
      return
    }
    // A second line of the message covers a border for a moment, so that the whole message can be read.
    frame.fill(Rect(x: row.x, y: row.y - 1, width: layout.message.width, height: 1))
    frame.put(lines[0], at: Point(x: 1, y: row.y - 1), style: message.tone.style)
    frame.put(
      shorten(lines[1...].joined(separator: " "), to: room), at: Point(x: 1, y: row.y), style: message.tone.style)
  }

  /// Whether a filter takes the message line: after it was typed, the message of a later action comes first.
  private func isShown(_ filter: ProductList.Filter) -> Bool {
    filter.isEditing || filter.isActive && state.message == nil
  }

  private func busyText(_ work: Work) -> String {
    let wheel = glyphs.spinner[state.spinnerStep % glyphs.spinner.count]
    return "\(wheel) \(WorkText.busy(work))"
  }

  private mutating func drawFilter(_ filter: ProductList.Filter, _ found: String, _ row: Rect, _ room: Int) {
    let shown = textEnd(filter.text, width: max(1, room - columns(of: found) - 5))
    var x = frame.put("/", at: Point(x: 1, y: row.y), style: .key) + 1
    x += frame.put(shown, at: Point(x: x, y: row.y), style: filter.isEditing && filter.isReplaced ? .selected : .normal)
    if filter.isEditing {
      frame.cursor = Point(x: x, y: row.y)
      x += frame.put(glyphs.caret, at: Point(x: x, y: row.y), style: .accent)
    }
    frame.put(found, at: Point(x: x + 2, y: row.y), style: .dim)
  }

  /// Draws the key bar.
  mutating func drawKeyBar() {
    for item in KeyBar(state, width: layout.keyBar.width).items {
      let point = Point(x: item.x, y: layout.keyBar.y)
      let isPossible = item.entry.whyNot(state) == nil
      let used = frame.put(item.key, at: point, style: isPossible ? .key : .dim)
      frame.put(" \(item.title)", at: Point(x: point.x + used, y: point.y), style: isPossible ? .normal : .dim)
    }
  }
}

import TerminalUI

/// Where everything is on the screen.
struct Layout: Hashable {
  /// The least that the dashboard can be used on.
  static let minimum = Size(width: 60, height: 16)

  let header: Rect
  /// Nil where the detail has its place.
  let products: Rect?
  /// Nil where the products have its place.
  let detail: Rect?
  let tabs: Rect
  let message: Rect
  let keyBar: Rect
  /// Everything between header and message line that a walkthrough's panel leaves.
  let inner: Rect
  /// The device's panes.
  let body: Rect
  /// The App Store's side beside the device, where there is room; else it is a sheet.
  let store: Rect?
  /// The timeline, over the whole width, if there is room.
  let timeline: Rect?
  /// The pending decisions in one line, if the App Store's side is a sheet.
  let strip: Rect?
  /// The desk: its list, or the whole screen while no customer is open.
  let desk: Rect?
  /// The preview of the customer under the desk's cursor: shown while no customer is open and there is room.
  let deskDetail: Rect?
  /// The panel of a walkthrough, while one is open.
  let walkthrough: Rect?

  static func isTooSmall(_ size: Size) -> Bool { size.width < minimum.width || size.height < minimum.height }

  init(_ state: State) {
    let (top, rest) = Rect(state.size).split(top: state.promoted == nil ? 2 : 3)
    let (above, bar) = rest.split(bottom: 1)
    let (whole, message) = above.split(bottom: 1)
    let (inner, panel) = Self.split(whole, for: state.walkthrough)
    walkthrough = panel
    let none = Rect(x: whole.x, y: whole.maxY, width: whole.width, height: 0)
    guard !state.isDeskInFront else {
      let isWide = inner.width >= 110 && state.desk?.part == .customers
      let (list, rest) = inner.split(left: isWide ? inner.width * 62 / 100 : inner.width)
      (desk, deskDetail) = (list, isWide ? rest : nil)
      (timeline, store, strip, products, detail) = (nil, nil, nil, nil, nil)
      (header, keyBar, self.message) = (top, bar, message)
      (self.inner, body, tabs) = (inner, inner, none)
      return
    }
    let list = state.desk == nil || inner.width < Self.twoSides ? nil : inner.split(left: 46)
    (desk, deskDetail) = (list?.left, nil)
    let (both, timeline) = Self.split(list?.rest ?? inner, forTimelineOf: state)
    self.timeline = timeline
    let (body, store, strip) = Self.split(both, forStoreOf: state)
    (self.store, self.strip) = (store, strip)
    header = top
    keyBar = bar
    self.message = message
    self.inner = inner
    self.body = body
    if state.isZoomed, state.focus != .timeline {
      products = state.focus == .products ? body : nil
      detail = state.focus == .detail ? body : nil
      tabs = state.focus == .tabs ? body : none
      return
    }
    if body.width < 100, state.size.height >= 36 {
      let (products, below) = body.split(top: body.height * 2 / 5)
      let (detail, tabs) = below.split(top: below.height / 2)
      self.products = products
      self.detail = detail
      self.tabs = tabs
      return
    }
    let (upper, tabs) = body.split(bottom: Self.tabsHeight(body.height))
    self.tabs = tabs
    guard body.width >= 80 else {
      // One place for both: the detail is shown there while it is focused.
      products = state.focus == .detail ? nil : upper
      detail = state.focus == .detail ? upper : nil
      return
    }
    // Beside the App Store's side more than half of the device's place, so that price and what comes stand on one row.
    let share = store == nil ? 44 : 53
    let (products, detail) = upper.split(left: max(32, min(76, body.width * share / 100)))
    self.products = products
    self.detail = detail
  }

  /// The layout does not depend on the focus, so that no pane jumps; `zoom` maximizes one pane.
  private static func tabsHeight(_ height: Int) -> Int {
    if height >= 26 { return height * 3 / 10 }
    // So little is left only beside a walkthrough's panel.
    return height < 10 ? 3 : max(5, height * 3 / 10)
  }
}

extension Layout {
  /// From so many columns on, the App Store's side stands beside the device.
  static let twoSides = 140

  /// From 35 rows on, unless a walkthrough needs them.
  private static func split(_ inner: Rect, forTimelineOf state: State) -> (rest: Rect, timeline: Rect?) {
    guard inner.height >= 30, !state.isSupport else { return (inner, nil) }
    let parts = inner.split(bottom: inner.height >= 40 ? 10 : inner.height >= 35 ? 8 : 6)
    return (parts.rest, parts.bottom)
  }

  private static func split(_ body: Rect, forStoreOf state: State) -> (device: Rect, store: Rect?, strip: Rect?) {
    guard state.setup.abilities.appStore == nil, !state.isSupport else { return (body, nil, nil) }
    if body.width >= twoSides {
      let parts = body.split(right: min(90, max(58, body.width * 37 / 100)))
      return (parts.rest, parts.right, nil)
    }
    guard body.height >= 18, state.walkthrough == nil || state.size.height >= 34 else { return (body, nil, nil) }
    let parts = body.split(bottom: 3)
    return (parts.rest, nil, parts.bottom)
  }

  /// Where the front sheet may lie: over the side that it is about, so that the other one stays in sight.
  func place(of overlay: Overlay, under overlays: [Overlay]) -> Rect {
    guard let store else {
      // So low only beside a walkthrough's panel: what is asked is worth more than the header.
      return inner.height < 10 ? Rect(x: inner.x, y: 0, width: inner.width, height: inner.maxY) : inner
    }
    switch overlay {
    case .help, .viewer: return inner
    default: break
    }
    return overlays.contains(.appStore) ? store : body
  }
}

import TerminalUI

/// The positions of all parts of the screen.
struct Layout: Hashable {
  /// The minimum size of the screen for the dashboard.
  static let minimum = Size(width: 60, height: 16)

  let header: Rect
  /// The products pane, or nil while it is hidden, for example because the detail takes its place.
  let products: Rect?
  /// The detail pane, or nil while it is hidden, for example because the products take its place.
  let detail: Rect?
  let tabs: Rect
  let message: Rect
  let keyBar: Rect
  /// The area between the header and the message line, without a walkthrough's panel.
  let inner: Rect
  /// The area of the device's panes.
  let body: Rect
  /// The pane of the App Store's side beside the device, or nil if it is a sheet because there is too little room.
  let store: Rect?
  /// The timeline's pane over the whole width, or nil if there is no room for it.
  let timeline: Rect?
  /// The strip with the pending decisions, or nil unless the App Store's side is a sheet.
  let strip: Rect?
  /// The desk: the whole screen while no customer is open, or its list beside the open customer.
  let desk: Rect?
  /// The preview of the desk's selected customer, or nil while a customer is open or there is no room.
  let deskDetail: Rect?
  /// The panel of an open walkthrough.
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
      // On a narrow screen, products and detail share one place: the detail is shown while it is focused.
      products = state.focus == .detail ? nil : upper
      detail = state.focus == .detail ? upper : nil
      return
    }
    // Beside the App Store's side, the products get more than half of the width, so that price and state fit in one
    // row.
    let share = store == nil ? 44 : 53
    let (products, detail) = upper.split(left: max(32, min(76, body.width * share / 100)))
    self.products = products
    self.detail = detail
  }

  /// Returns the height of the lists' pane, which does not depend on the focus, so that no pane moves.
  private static func tabsHeight(_ height: Int) -> Int {
    if height >= 26 { return height * 3 / 10 }
    // The height is this small only beside a walkthrough's panel.
    return height < 10 ? 3 : max(5, height * 3 / 10)
  }
}

extension Layout {
  /// The minimum width at which the App Store's side is a pane beside the device.
  static let twoSides = 140

  /// Splits off the timeline, if the area is at least 30 rows high.
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

  /// Returns the area for the front sheet: over the side it belongs to, so that the other side stays visible.
  func place(of overlay: Overlay, under overlays: [Overlay]) -> Rect {
    guard let store else {
      // The area is this low only beside a walkthrough's panel; the sheet then also covers the header.
      return inner.height < 10 ? Rect(x: inner.x, y: 0, width: inner.width, height: inner.maxY) : inner
    }
    switch overlay {
    case .help, .viewer: return inner
    default: break
    }
    return overlays.contains(.appStore) ? store : body
  }
}

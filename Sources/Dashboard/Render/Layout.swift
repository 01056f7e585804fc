import Screen

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
  /// Where sheets lie: everything between header and message line that a walkthrough's panel leaves.
  let body: Rect
  /// The panel of a walkthrough, while one is told.
  let walkthrough: Rect?

  static func isTooSmall(_ size: Size) -> Bool { size.width < minimum.width || size.height < minimum.height }

  init(_ state: State) {
    let (top, rest) = Rect(state.size).split(top: state.promoted == nil ? 2 : 3)
    let (above, bar) = rest.split(bottom: 1)
    let (whole, message) = above.split(bottom: 1)
    let (body, panel) = Self.split(whole, for: state.walkthrough)
    walkthrough = panel
    header = top
    keyBar = bar
    self.message = message
    self.body = body
    if body.width < 100, state.size.height >= 36 {
      let (products, below) = body.split(top: body.height * 2 / 5)
      let (detail, tabs) = below.split(top: below.height / 2)
      self.products = products
      self.detail = detail
      self.tabs = tabs
      return
    }
    let (upper, tabs) = body.split(bottom: Self.tabsHeight(body.height, hasFocus: state.focus == .tabs))
    self.tabs = tabs
    guard body.width >= 80 else {
      // One place for both: the detail has it while it has the keys.
      products = state.focus == .detail ? nil : upper
      detail = state.focus == .detail ? upper : nil
      return
    }
    let (products, detail) = upper.split(left: max(49, body.width * 54 / 100))
    self.products = products
    self.detail = detail
  }

  /// The tabs get more room while they have the keys, where there is little.
  private static func tabsHeight(_ height: Int, hasFocus: Bool) -> Int {
    if height >= 26 { return height * 3 / 10 }
    // So little is left only beside a walkthrough's panel.
    if height < 10 { return hasFocus ? height - 3 : 3 }
    return hasFocus ? height * 11 / 20 : max(5, height * 3 / 10)
  }
}

import SafeText
import Screen
import Texts

/// The panel that tells a walkthrough beside the dashboard.
package struct WalkthroughPanel: Hashable, Sendable {
  /// How the step stands.
  package enum Status: Hashable, Sendable {
    /// There is something to read.
    case reading
    /// The person is to press the keys.
    case waiting
    /// Something happens off the stage when the person goes on.
    case offstage
    /// Till presses the keys.
    case playing
    /// What must be true is.
    case done
    /// What is not as it should be.
    case otherwise([String])
    /// The story is over.
    case ended
  }

  /// A key to press and what it does; without a key what is to be done with several.
  package struct Hint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(key: String = "", title: String) {
      self.key = safeText(key)
      self.title = safeText(title)
    }
  }

  package let title: String
  /// The step, from 1; 0 before the first one.
  package var step: Int
  package let count: Int
  /// What is said.
  package var text: String
  package var status: Status
  /// What is to be pressed next.
  package var hints: [Hint] = []
  /// What was done on the dashboard since this panel was put up, except moving about.
  package internal(set) var performed: [Action] = []

  /// A panel; every foreign text is made fit for the screen.
  package init(title: String, step: Int, count: Int, text: String, status: Status, hints: [Hint] = []) {
    self.title = safeText(title)
    self.step = step
    self.count = count
    self.text = safeText(text, limit: 2000)
    if case .otherwise(let mismatches) = status {
      self.status = .otherwise(mismatches.map { safeText($0) })
    } else {
      self.status = status
    }
    self.hints = hints
  }

  /// Remembers what was done already.
  package mutating func keep(_ performed: [Action]) { self.performed = performed }
}

/// A walkthrough that can be opened.
package struct WalkthroughListing: Hashable, Sendable {
  /// The name by which it is opened.
  package var name: String
  package var title: String
  /// How long it is, or what is wrong with its file.
  package var note: String

  package init(name: String, title: String, note: String) {
    self.name = name
    self.title = title
    self.note = note
  }
}

/// What a person wants of a walkthrough.
package enum WalkthroughMove: Hashable, Sendable {
  /// Open one, by its name.
  case open(String)
  /// Do the step for them, or show the next one.
  case goOn
  /// Back to the beginning of the step; from there to the one before.
  case back
  case leave
}

extension Reducer {
  /// Offers walkthroughs to choose from.
  mutating func offer(_ listings: [WalkthroughListing]) {
    state.walkthroughs = listings
    if case .palette = state.overlays.last { return }
    guard !listings.isEmpty else { return say(ReasonText.noWalkthroughs.text, .warning) }
    guard state.overlays.isEmpty else { return }
    state.overlays.append(.choice(.walkthroughs(listings)))
  }

  /// Remembers what a person does while a walkthrough is told.
  mutating func note(_ entry: ActionEntry) {
    guard !entry.isMovement, entry.scopes != [.walkthrough] else { return }
    state.walkthrough?.performed.append(entry.action)
  }
}

extension State {
  /// The keys of the walkthrough come first, except in a field that takes text.
  func scopes(before own: [Scope]) -> [Scope] {
    walkthrough == nil || own.first?.takesText == true ? own : [.walkthrough] + own
  }

  /// Where a person's keys count: while Till presses the keys, theirs would get in the way.
  var scopesOfKeys: [Scope] { walkthrough?.status == .playing ? [.walkthrough] : scopes }
}

extension WalkthroughPanel {
  /// The panel's lines at a width.
  func lines(width: Int, glyphs: GlyphSet) -> [Line] {
    var lines = Wrapping.lines(of: text, width: width)
    if !hints.isEmpty {
      let keys = hints.map { $0.key.isEmpty ? $0.title : "\($0.key) \($0.title)" }
      let label = status == .offstage ? PaneText.offTheStage.text : PaneText.yourKeys.text
      lines += Wrapping.lines(
        of: keys.joined(separator: ", "), width: width, style: .key, first: Span(label, .dim), indent: 2)
    }
    switch status {
    case .done: lines.append(Line("\(glyphs.check) \(PaneText.asItShouldBe.text)", .good))
    case .otherwise(let mismatches):
      lines += Wrapping.lines(
        of: PaneText.somethingElse(mismatches).text, width: width, style: .bad,
        first: Span("\(glyphs.cross) ", .bad), indent: 2)
    default: break
    }
    return lines
  }
}

extension Renderer {
  mutating func drawWalkthrough(_ panel: WalkthroughPanel, _ rect: Rect) {
    frame.box(rect, title: shorten(panel.heading, to: rect.width - 6), glyphs: glyphs, style: .accent)
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let lines = panel.lines(width: room.width, glyphs: glyphs)
    // What went otherwise stands last, and is said before anything else where there is too little room.
    for (row, line) in lines.suffix(room.height).enumerated() {
      put(line, at: Point(x: room.x, y: room.y + row), width: room.width)
    }
    drawFoot(rect, panel.foot)
  }
}

extension Layout {
  /// Where a walkthrough's panel lies: beside everything where the screen is wide, else below it; and what is left.
  static func split(_ body: Rect, for panel: WalkthroughPanel?) -> (rest: Rect, panel: Rect?) {
    guard let panel else { return (body, nil) }
    if body.width >= 130 {
      let parts = body.split(right: 52)
      return (parts.rest, parts.right)
    }
    let needed = panel.lines(width: body.width - 4, glyphs: .unicode).count + 2
    let parts = body.split(bottom: min(needed, max(5, body.height * 2 / 5)))
    return (parts.rest, parts.bottom)
  }
}

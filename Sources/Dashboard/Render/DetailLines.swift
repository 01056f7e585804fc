import AppStoreModel
import Core
import TerminalUI

/// The detail of the selected product: the answer, which stays visible, then the reasons, then other facts.
struct DetailLines {
  private var verdict: [Line] = []
  private var dates: [Line] = []
  private var next: [Line] = []
  /// The sentence for the customer, with the key that copies it.
  private var sentenceLines: [Line] = []
  /// The newest events and the reasons, which scroll below the answer.
  private var why: [Line] = []
  /// What else is known.
  private var facts: [Line] = []
  private let state: State
  private let glyphs: GlyphSet
  private let width: Int

  init(_ state: State, glyphs: GlyphSet, width: Int) {
    self.state = state
    self.glyphs = glyphs
    self.width = width
    guard let row = state.selected else {
      verdict = wrapped(say("Nothing is selected."), .dim)
      return
    }
    addVerdict(row)
    addNextStep(row)
    addHistory(row)
    addReasons(row)
    addFacts(row)
  }

  /// Every line, the answer first.
  var all: [Line] { verdict + dates + next + sentenceLines + why + facts }

  /// Returns the visible lines: the answer, or at least the verdict and next step, stays while the rest scrolls.
  func shown(from top: Int, height: Int) -> [Line] {
    let (kept, scrolled) = parts(height)
    return kept + scrolled.dropFirst(top).prefix(height - kept.count)
  }

  /// Returns how many lines a pane of a given height can be scrolled.
  func scrolledCount(height: Int) -> Int {
    max(0, all.count - height)
  }

  /// Whether verdict and next step are in sight in a pane of a height, wherever it is scrolled to.
  func keepsAnswer(height: Int) -> Bool { verdict.count + next.count < height }

  private func parts(_ height: Int) -> (kept: [Line], scrolled: [Line]) {
    let answer = verdict + dates + next + sentenceLines
    // On a wide screen the reasons are in sight at once, before dates and what may be said.
    let isWide = state.showsHistory
    if answer.count + (isWide ? min(why.count, Self.wideReasons) : 2) <= height { return (answer, why + facts) }
    guard keepsAnswer(height: height) else { return ([], all) }
    let others = dates + sentenceLines
    return (verdict + next, isWide ? why + others + facts : others + why + facts)
  }

  /// Lines that the newest events and the first reason take.
  private static let wideReasons = 6

  private mutating func addVerdict(_ row: ProductRow) {
    let detail = state.verdict(on: row)
    let lead = row.type == .consumable ? detail : PaneText.entitlement(isEntitled: row.entitled, detail: detail).text
    verdict += Wrapping.lines(
      of: lead, width: width, style: row.mark.style.bold, first: Span("\(row.mark.glyph(glyphs)) ", row.mark.style),
      indent: 2)
    if row.entitled, !row.confirmed {
      verdict += wrapped(
        say("the App Store has not confirmed this for a while; press \(ActionTable.key(of: .refundCheck))"), .warning)
    }
    let lines = state.dates(of: row)
    let line = lines.joined(separator: " \(glyphs.dot) ")
    if !lines.isEmpty {
      dates += displayWidth(of: line) + 2 <= width ? wrapped(line, .dim) : lines.flatMap { wrapped($0, .dim) }
    }
    if row.entitled, let other = row.pendingProductId {
      dates += wrapped(
        say(
          "changes to \(state.name(of: other)) at the next renewal; buy \(row.name) again "
            + "(\(ActionTable.key(of: .buy))) to undo that"
        ), .warning)
    }
  }

  private mutating func addNextStep(_ row: ProductRow) {
    let waiting = state.updatesStep
    if let waiting { next += step(PaneText.next(.us).text, waiting.text, waiting.action, glyphs.pointer) }
    let lead = waiting == nil ? PaneText.next(row.next.who).text : PaneText.then(row.next.who).text
    next += step(
      lead, shortened(row.next.text), row.next.action?.dashboardAction, waiting == nil ? glyphs.pointer : " ")
    // If there is nothing to do, the sentence comes after the reasons.
    if row.next.who != .nobody { sentenceLines = sentence(of: row) }
  }

  /// A next step, with its key.
  private func step(_ lead: String, _ text: String, _ action: Action?, _ sign: String) -> [Line] {
    withKey(
      Wrapping.lines(of: text, width: width, first: Span("\(sign) \(lead)", .title), indent: 2), action)
  }

  /// Returns the sentence for the customer, with the key that copies it.
  private func sentence(of row: ProductRow) -> [Line] {
    guard let sentence = row.next.say else { return [] }
    return withKey(
      Wrapping.lines(
        of: Language.quoted(sentence), width: width, first: Span("  \(say("say: "))", .dim), indent: 2),
      .copySentence)
  }

  /// Adds the key of an action at the end of the last line, or on a line of its own.
  private func withKey(_ lines: [Line], _ action: Action?) -> [Line] {
    guard let action, let last = lines.last else { return lines }
    let isPossible = state.reason(against: action) == nil
    // The desk cannot run a device's actions, so it does not show the key of an unavailable one.
    guard isPossible || state.desk == nil else { return lines }
    let key = Span(ActionTable.keys(to: action), isPossible ? .key : .dim)
    let keyWidth = displayWidth(of: key.text)
    guard keyWidth > 0 else { return lines }
    let gap = width - last.width - keyWidth
    guard gap >= 2 else { return lines + [Line([Span(blanks(width - keyWidth)), key])] }
    return lines.dropLast() + [Line(last.spans + [Span(blanks(gap)), key])]
  }

  private mutating func addReasons(_ row: ProductRow) {
    if !row.reasons.isEmpty {
      why.append(Line(say("because"), .title))
      for reason in row.reasons {
        let sign = reason.supports ? Span(" + ", .good) : Span(" - ", .bad)
        why += Wrapping.lines(of: shortened(reason.line), width: width, first: sign, indent: 3)
      }
    } else if !state.products.isResolved {
      why += wrapped(say("loading the reasons"), .dim)
    }
  }

  /// The newest events of the product, with the dates that the timeline has no room for.
  private mutating func addHistory(_ row: ProductRow) {
    guard state.showsHistory, let life = state.lives?.first(where: { $0.productId == row.id }) else { return }
    let events = life.happenings.suffix(Self.mostEvents).reversed().map { event in
      "\(state.day(event.date)) \(TimelineText.happening(event.kind))"
    }
    guard !events.isEmpty else { return }
    why += Wrapping.lines(
      of: events.joined(separator: " \(glyphs.dot) "), width: width, first: Span(say("newest: "), .title), indent: 2)
  }

  /// Events that say enough about a product at a glance.
  private static let mostEvents = 5

  private mutating func addFacts(_ row: ProductRow) {
    if row.next.who == .nobody { facts += sentence(of: row) }
    facts.append(Line())
    let label = 7
    for (name, value) in row.facts where !value.isEmpty && (glyphs != .ascii || value.contains(where: \.isASCII)) {
      let first = Span(padded(name.text, toWidth: label), .dim)
      let lines =
        name == PaneText.id
        ? [Line([first, Span(ShortID.middle(value, width: width - label, glyphs))])]
        : Wrapping.lines(of: value, width: width, first: first, indent: label)
      facts += lines
    }
  }

  private func wrapped(_ text: String, _ style: Style) -> [Line] {
    Wrapping.lines(of: text, width: width, style: style, first: Span("  "), indent: 2)
  }

  /// Returns the text with full ids if there is room or the detail is focused, else with short ids.
  private func shortened(_ text: String) -> String {
    width >= 72 || state.focus == .detail ? text : ShortID.shortened(in: text, glyphs)
  }
}

/// Shortening of ids for narrow places.
enum ShortID {
  /// The minimum length of an id; a shorter number is an amount.
  private static let least = 10

  /// Returns a text in which ids are cut to their last four characters, by which people recognise them.
  static func shortened(in text: String, _ glyphs: GlyphSet) -> String {
    guard mayHoldID(text) else { return text }
    // One pass over the bytes: the reasons of one customer name hundreds of ids, in every frame.
    var text = text
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, isLetterOfID(bytes[end]) { end += 1 }
        let word = bytes[start..<end]
        if isID(word) {
          result += glyphs.ellipsis.utf8
          result += word.suffix(4)
        } else {
          result += word
        }
        // The rest of the same word is copied unchanged: it cannot begin an id.
        start = end
        while start < bytes.count, start == end || bytes[start - 1] != UInt8(ascii: " ") {
          result.append(bytes[start])
          start += 1
        }
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  private static func isLetterOfID(_ byte: UInt8) -> Bool { isHyphen(byte) || byte.isLetterOrDigit }

  private static func isHyphen(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") }

  /// Returns whether the text has enough letters, digits and hyphens in a row to contain an id; most texts have not.
  private static func mayHoldID(_ text: String) -> Bool {
    var (length, hasDigit) = (0, false)
    for byte in text.utf8 {
      if byte.isDigit {
        (length, hasDigit) = (length + 1, true)
      } else if isLetterOfID(byte) {
        length += 1
      } else {
        (length, hasDigit) = (0, false)
      }
      if length >= least, hasDigit { return true }
    }
    return false
  }

  /// Returns whether the word is a long number or a UUID.
  private static func isID(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard word.count >= least else { return false }
    if word.allSatisfy(\.isDigit) { return true }
    let hyphens = [8, 13, 18, 23]
    return word.count == 36
      && word.enumerated().allSatisfy { place, byte in
        hyphens.contains(place) ? isHyphen(byte) : byte.isDigit || (byte | 0x20) &- UInt8(ascii: "a") < 6
      }
  }

  /// Returns a text cut in its middle, because ids differ least there.
  static func middle(_ text: String, width: Int, _ glyphs: GlyphSet) -> String {
    guard displayWidth(of: text) > width, width > 4 else { return text }
    let tail = (width - 1) * 2 / 3
    return String(text.prefix(width - 1 - tail)) + glyphs.ellipsis + text.suffix(tail)
  }
}

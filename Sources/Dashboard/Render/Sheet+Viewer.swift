import AppStoreModel
import Core
import TerminalUI
import Verbs

extension Sheet {
  /// Returns the viewer: the names of its sections, and the lines of one section.
  static func viewer(_ viewer: Viewer, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: ViewerText.title(viewer.subject).text, top: viewer.top)
    sheet.fills = true
    guard let signedItem = viewer.signedItem else {
      sheet.head = [Line(PaneText.reading.text, .dim)]
      return sheet
    }
    let lines = ViewerLines(state: state, signedItem: signedItem, forgery: viewer.forgery, width: width, glyphs: glyphs)
    sheet.head = [lines.heading, sectionLine(viewer.section), Line()]
    switch viewer.section {
    case .fields: sheet.list = lines.fields
    case .versions: sheet.list = lines.versions
    case .json: sheet.list = lines.json
    case .trust: sheet.list = lines.trust
    }
    return sheet
  }

  private static func sectionLine(_ shown: Viewer.Section) -> Line {
    Line(
      Viewer.Section.allCases.map { section in
        let title = "\(section.rawValue + 1) \(ViewerText.section(section).text)"
        return section == shown ? Span("[\(title)] ", .title) : Span(" \(title)  ", .dim)
      })
  }
}

/// The lines of the viewer; long lines are wrapped, and nothing is cut.
struct ViewerLines {
  let state: State
  let signedItem: SignedItemDetail
  let forgery: SignedItemDetail.Forgery?
  let width: Int
  let glyphs: GlyphSet

  /// The item's product, and whether its signature was verified.
  var heading: Line {
    let name = signedItem.productId.map { state.name(of: $0) } ?? ""
    let verdict = (forgery?.examination ?? signedItem.documents.first?.versions.first?.examination)?.verdict
    let lead = name.isEmpty ? [] : [Span("\(name)  ", .normal.bold)]
    guard let verdict else { return Line(lead + [Span(safeText(signedItem.id), .dim)]) }
    let isGood = verdict.failure == nil
    return Line(
      lead + [
        Span("\(isGood ? glyphs.check : glyphs.cross) \(ViewerText.verdict(verdict).text)", isGood ? .good : .bad)
      ])
  }

  // MARK: Fields

  var fields: [Line] {
    var lines = facts
    for document in signedItem.documents {
      guard let version = document.versions.first else { continue }
      if !lines.isEmpty { lines.append(Line()) }
      lines.append(Line(ViewerText.kind(document.kind).text, .title))
      lines += rows(version.members)
    }
    return lines
  }

  private func rows(_ members: [SignedItemDetail.Member]) -> [Line] {
    let label = min(30, (members.map { displayWidth(of: safeText($0.name)) }.max() ?? 0) + 2)
    let values = members.map(\.value.shown)
    // The values form a column of their own if there is enough room for the meanings beside it.
    let column = values.map { displayWidth(of: $0) }.filter { $0 <= 40 }.max() ?? 0
    let isWide = label + column + 2 + 24 <= width
    return zip(members, values).flatMap { member, value -> [Line] in
      let name = Span(padded(safeText(member.name), toWidth: label), .dim)
      let meaning = state.meaning(of: member, among: members)?.text ?? ""
      if isWide, displayWidth(of: value) <= column {
        let first = [name, Span(padded(value, toWidth: column) + "  ")]
        let indent = label + column + 2
        let broken = Wrapping.broken(meaning, width: width, first: indent, indent: indent)
        return broken.enumerated().map { index, text in
          Line((index == 0 ? first : [Span(blanks(indent))]) + [Span(text, .dim)])
        }
      }
      let lines = Wrapping.lines(of: value, width: width, first: name, indent: label)
      guard !meaning.isEmpty else { return lines }
      return lines
        + Wrapping.lines(
          of: meaning, width: width, style: .dim, first: Span(blanks(label)), indent: label)
    }
  }

  private var facts: [Line] {
    let pairs = signedItem.facts.flatMap(pairs)
    let label = (pairs.map { displayWidth(of: $0.0) }.max() ?? 0) + 2
    return pairs.flatMap { name, text in
      Wrapping.lines(of: text, width: width, first: Span(padded(name, toWidth: label), .dim), indent: label)
    }
  }

  private func pairs(of fact: SignedItemDetail.Fact) -> [(String, String)] {
    switch fact {
    case .origin(let origin): pair(Words("source"), ViewerText.origin(origin))
    case .arrived(let date): [(say("arrived"), state.instant(date))]
    case .absent:
      pair(
        Words("listed", context: "Evidence"), Words("no: the account's complete history no longer lists it"))
    case .refundAsked(let date):
      pair(Words("refund"), Words("requested on \(state.minute(date)); this device knows of no decision"))
    case .refused(let failure): [(say("refused"), safeText(failure.message, limit: 400))]
    case .account(let name): [(ViewerText.labelAccount.text, safeText(name))]
    case .order(let order):
      [(RowText.order.text, order.stateWords)] + order.facts.map { ($0.label, $0.text) }
    case .entry(let entry): pairs(of: entry)
    case .orderNumber(let number): [(say("order number"), safeText(number))]
    case .delivery(let delivery): pair(Words("delivery"), ViewerText.delivery(delivery))
    case .attempt(let date, let status, let milliseconds):
      [
        (
          say("attempt"),
          "\(state.instant(date))  \(ViewerText.attempt(status: status, milliseconds: milliseconds).text)"
        )
      ]
    case .subscription: []
    case .unsigned: [("", ViewerText.notHeld.text)]
    }
  }

  private func pair(_ label: Words, _ text: Words) -> [(String, String)] { [(label.text, text.text)] }

  private func pairs(of entry: JournalEntry) -> [(String, String)] {
    let pairs: [(Words, String)] = [
      (Words("what"), entry.text), (Words("step"), entry.kind), (Words("when"), state.instant(entry.date)),
      (Words("the machine's clock"), state.instant(entry.machineDate)), (ViewerText.labelAccount, entry.account ?? ""),
      (Words("user"), entry.user ?? ""),
    ]
    let ids = [(RowText.transactionLabel.text, entry.transactionId), (RowText.order.text, entry.orderId)]
    return (pairs.map { ($0.0.text, $0.1) } + ids.map { ($0.0, $0.1 ?? "") })
      .filter { !$0.1.isEmpty }.map { ($0.0, safeText($0.1, limit: 400)) }
  }

  // MARK: Versions

  var versions: [Line] {
    guard !signedItem.documents.isEmpty else { return wrapped(ViewerText.notHeld.text, .dim) }
    return signedItem.documents.flatMap { document -> [Line] in
      [Line(ViewerText.kind(document.kind).text, .title)]
        + document.versions.indices.flatMap { lines(ofVersion: $0, in: document) } + [Line()]
    }
  }

  private func lines(ofVersion index: Int, in document: SignedItemDetail.Document) -> [Line] {
    let version = document.versions[index]
    let count = document.versions.count
    let parts = [
      ViewerText.version(count - index, of: count).text,
      version.signedDate.map { ViewerText.signed(state.instant($0)).text } ?? "",
      version.arrivedDate.map { say("received \(state.instant($0))") } ?? "",
      index == 0 && count > 1 ? say("newest version, the one that counts") : "",
    ]
    let mark: Mark = version.examination.map { $0.verdict.failure == nil ? .good : .bad } ?? .empty
    var lines = Wrapping.lines(
      of: parts.filter { !$0.isEmpty }.joined(separator: " \(glyphs.dot) "), width: width, style: .normal.bold,
      first: Span("\(mark.glyph(glyphs)) ", mark.style), indent: 2)
    for change in document.changes(ofVersion: index) {
      let before = change.before?.shown ?? ViewerText.notThere.text
      let after = change.after?.shown ?? ViewerText.notThere.text
      lines += Wrapping.lines(
        of: "\(before) \(glyphs.arrow) \(after)\(meaning(change.name, change.after, in: version))", width: width,
        first: Span("    \(padded(safeText(change.name), toWidth: 24))", .dim), indent: 28)
    }
    if index == count - 1 {
      lines += wrapped(
        (count == 1
          ? Words("One version is stored; Apple has not signed a newer one.") : Words("The first stored version."))
          .text, .dim)
    }
    if version.jws == nil {
      lines += wrapped(say("Only the content is kept; its signature was replaced by the newer one."), .dim)
    }
    return lines
  }

  private func meaning(_ name: String, _ value: SignedItemDetail.Value?, in version: SignedItemDetail.Version) -> String
  {
    guard let value, let text = state.meaning(of: SignedItemDetail.Member(name, value), among: version.members) else {
      return ""
    }
    return "  (\(text.text))"
  }

  // MARK: JSON

  var json: [Line] {
    guard !signedItem.documents.isEmpty else { return wrapped(ViewerText.notHeld.text, .dim) }
    return signedItem.documents.flatMap { document -> [Line] in
      guard let version = document.versions.first else { return [] }
      return [Line(ViewerText.kind(document.kind).text, .title)] + version.json.flatMap(whole) + [Line()]
    }
  }

  /// Returns a line of JSON with its indentation, broken at the pane's width.
  private func whole(_ line: String) -> [Line] {
    let indent = line.prefix { $0 == " " }.count
    var rest = safeText(line.dropFirst(indent), limit: 70_000)[...]
    var lines: [Line] = []
    repeat {
      let start = blanks(indent + (lines.isEmpty ? 0 : 2))
      let room = max(1, width - start.count)
      let piece = displayWidth(of: rest) <= room ? rest : rest.prefix(room)
      lines.append(Line([Span(start), Span(String(piece))]))
      rest = rest.dropFirst(piece.count)
    } while !rest.isEmpty
    return lines
  }

  func wrapped(_ text: String, _ style: Style = .normal) -> [Line] {
    Wrapping.lines(of: text, width: width, style: style, first: Span("  "), indent: 2)
  }
}

import AppStoreModel
import Core
import TerminalUI

/// The trust section of the viewer: each verification step, and the chain of certificates.
extension ViewerLines {
  var trust: [Line] {
    if let forgery {
      let letter = ViewerText.forged(
        member: safeText(forgery.member), before: safeText(forgery.before), after: safeText(forgery.after))
      return wrapped(letter.text, .warning) + wrapped(ViewerText.forgedFollows(forgery.examination.verdict).text)
        + [Line()] + lines(of: forgery.examination)
    }
    let examined = signedItem.documents.filter { $0.versions.first?.examination != nil }
    guard !examined.isEmpty else { return wrapped(ViewerText.notHeld.text, .dim) }
    return examined.flatMap { document -> [Line] in
      guard let examination = document.versions.first?.examination else { return [] }
      let title = examined.count > 1 ? [Line(ViewerText.kind(document.kind).text, .title)] : []
      return title + lines(of: examination) + [Line()]
    }
      + wrapped(
        say("\(ActionTable.key(of: "flip-letter")) changes one letter of the content and shows which check fails."),
        .dim)
  }

  private func lines(of examination: TrustExamination) -> [Line] {
    var lines: [Line] = []
    if let date = examination.effectiveDate {
      lines += wrapped(say("The certificates had to be valid at \(state.instant(date))."), .dim)
    }
    for step in examination.steps { lines += self.lines(of: step) }
    lines += [Line(), Line(ViewerText.chain.text, .title)]
    return lines + chain(of: examination)
  }

  private func lines(of step: TrustExamination.Step) -> [Line] {
    let name = ViewerText.check(step.check).text
    switch step.result {
    case .passed: return row(glyphs.check, .good, name, .normal)
    case .notReached: return row(glyphs.dot, .dim, say("\(name): \(ViewerText.notReached.text)"), .dim)
    case .notAsked: return row(glyphs.dot, .dim, say("\(name): \(ViewerText.notAsked.text)"), .dim)
    case .failed(let reason):
      return row(glyphs.cross, .bad, say("\(name): \(safeText(reason, limit: 400))"), Style.bad.bold)
    }
  }

  private func row(_ glyph: String, _ mark: Style, _ text: String, _ style: Style) -> [Line] {
    Wrapping.lines(of: text, width: width, style: style, first: Span("  \(glyph) ", mark), indent: 4)
  }

  // MARK: The chain

  private func chain(of examination: TrustExamination) -> [Line] {
    guard !examination.chain.isEmpty else { return wrapped(say("It has no readable certificates."), .dim) }
    let failed = examination.failed
    var lines = [Line([Span("  \(say("content"))", .normal.bold)])]
    lines += link(Words("signed by"), isBroken: failed == .signature, depth: 0)
    for (index, certificate) in examination.chain.enumerated() {
      lines += self.lines(of: certificate, depth: index, isPastFault: failed == .signature)
      guard index + 1 < examination.chain.count else { break }
      let isRootForeign = index == 1 && examination.chain[index + 1].isTrusted == false
      lines += link(Words("issued by"), isBroken: !certificate.isSignedByNext || isRootForeign, depth: index + 1)
    }
    return lines
  }

  private func link(_ word: Words, isBroken: Bool, depth: Int) -> [Line] {
    let indent = blanks(2 + 2 * depth)
    let text = isBroken ? "\(word.text): \(say("the chain breaks here"))" : word.text
    return [
      Line([
        Span("\(indent)\(glyphs.bottomLeft)\(glyphs.horizontal) ", isBroken ? .bad : .border),
        Span("\(isBroken ? glyphs.cross : glyphs.check) \(text)", isBroken ? Style.bad.bold : .good),
      ])
    ]
  }

  private func lines(of certificate: CertificateFacts, depth: Int, isPastFault: Bool) -> [Line] {
    let indent = 5 + 2 * depth
    let space = Span(blanks(indent))
    let title = "\(ViewerText.role(certificate.role).text): \(safeText(certificate.subject))"
    let facts = [
      certificate.key,
      certificate.validFrom.flatMap { from in
        certificate.validUntil.map { ViewerText.validity(state.day(from), state.day($0)).text }
      } ?? "",
      certificate.isMarked ? "" : say("lacks Apple's mark"),
      certificate.role == .root
        ? (certificate.isTrusted ? ViewerText.pinned : Words("not a root that this store trusts")).text : "",
    ]
    let style: Style = certificate.role == .root && !certificate.isTrusted ? .bad : .normal
    return Wrapping.lines(of: title, width: width, style: style.bold, first: space, indent: indent)
      + Wrapping.lines(
        of: facts.filter { !$0.isEmpty }.joined(separator: " \(glyphs.dot) "), width: width, style: style,
        first: space, indent: indent)
      + Wrapping.lines(
        of: "SHA-256 " + fingerprint(certificate.fingerprint), width: width, style: .dim, first: space, indent: indent)
  }

  /// Returns the fingerprint in groups of eight digits, so that it wraps between them.
  private func fingerprint(_ text: String) -> String {
    stride(from: 0, to: text.count, by: 8).map { String(text.dropFirst($0).prefix(8)) }.joined(separator: " ")
  }
}

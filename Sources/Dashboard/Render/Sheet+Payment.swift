import SafeText
import Screen
import StoreModel

extension Sheet {
  /// The payment sheet: what is bought, who pays, what will follow, and the product's offers.
  static func payment(_ sheet: PaymentSheet, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    guard let product = state.products[sheet.productId] else { return Sheet(title: Texts.paymentTitle(state)) }
    var lines = [
      Line([Span(product.name, .normal.bold), Span(product.period.map { "  \(Texts.per($0))" } ?? "", .dim)]),
      Line([
        Span(product.price, .accent), Span(sheet.quantity > 1 ? " \(Texts.times(sheet.quantity))" : "", .accent.bold),
      ]),
      Line(Texts.payer(state), .dim),
      Line(),
    ]
    for text in Texts.consequences(of: sheet, product, state) { lines += Wrapping.lines(of: text, width: width) }
    lines += offers(sheet, width, glyphs)
    lines += Wrapping.lines(of: Texts.token(sheet.token, state), width: width, style: .dim)
    lines.append(Line())
    return Sheet(title: Texts.paymentTitle(state), head: lines, tail: [keyLine(.paymentSheet, state, width)])
  }

  /// A line for each offer: whether the customer can have it, and which one is asked for.
  private static func offers(_ sheet: PaymentSheet, _ width: Int, _ glyphs: GlyphSet) -> [Line] {
    (sheet.preview?.offers ?? []).flatMap { offer in
      let isAsked = offer.name != nil && offer.name == sheet.offer
      let (glyph, style) = offer.reason == nil ? (glyphs.check, Style.good) : (glyphs.cross, .dim)
      return Wrapping.lines(
        of: "\(Texts.title(of: offer)); \(Texts.eligibility(offer))", width: width,
        style: isAsked ? .accent.bold : .dim, first: Span("\(glyph) ", style), indent: 2)
    }
  }
}

import Texts

/// What commands say of evidence from elsewhere, and of customers.
enum EvidenceText {
  static func noSupport(_ name: String, near: [String]) -> Words {
    "there is no support \(name): "
      + (near.isEmpty ? "see till help support" : "did you mean \(Language.alternatives(near))?")
  }
  static func extendedByDays(_ text: String) -> Words { "\(text): a renewal is extended by 1 to 90 days" }
  static var askedFor: Words { "asked for" }
  static func productsOfFile(_ count: Int, name: String, areForSale: Bool) -> Words {
    Words(count, "\(count) product of \(name) is ", "\(count) products of \(name) are ")
      + (areForSale ? "for sale" : "listed")
  }
  static func appTransaction(id: String?, bundleId: String) -> Words {
    "app transaction \(id ?? say("without id")) of \(bundleId)"
  }
}

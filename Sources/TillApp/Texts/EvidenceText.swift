import Core

/// Texts of the commands about imported evidence and customers.
enum EvidenceText {
  static func noSupport(_ name: String, near: [String]) -> Words {
    "unknown support command “\(name)”; \(remedy(near: near, listedBy: "till help support"))"
  }
  static func extendedByDays(_ text: String) -> Words { "invalid extension “\(text)”; use 1 to 90 days" }
  static var askedFor: Words { "requested" }
  static func productsOfFile(_ count: Int, name: String, areForSale: Bool) -> Words {
    Words(count, "\(count) product of \(name) is ", "\(count) products of \(name) are ")
      + (areForSale ? "for sale" : "listed")
  }
  static func appTransaction(id: String?, bundleId: String) -> Words {
    "app transaction \(id ?? say("without id")) of \(bundleId)"
  }
}

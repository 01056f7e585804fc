import AppStoreModel
import Core
import Verbs

// Finds the command or product that a typed name means, and suggests similar names.

extension Product {
  /// Returns whether a typed name means this product; upper and lower case are equal.
  ///
  /// The name can be the end of the product id after a dot, or the display name in any language.
  fileprivate func isMeant(by name: String) -> Bool {
    let name = name.lowercased()
    return id.lowercased().hasSuffix("." + name)
      || ([displayName] + localizedNames.values).contains { $0.lowercased() == name }
  }
}

extension Array {
  /// Returns the elements whose product matches a typed name: the one with that id, else every possible match.
  func meant(by name: String, product: (Element) -> Product) -> [Element] {
    if let item = first(where: { product($0).id == name }) { return [item] }
    return filter { product($0).isMeant(by: name) }
  }

  /// Returns the one element whose product matches a typed name.
  ///
  /// - Throws: A `CommandError` (exit 1) that names the most similar products, or all products that match.
  func one(named name: String, product: (Element) -> Product) throws(CommandError) -> Element {
    let meant = meant(by: name, product: product)
    if meant.count == 1 { return meant[0] }
    guard meant.isEmpty else {
      let ids = meant.map { safeText(product($0).id) }
      throw CommandError(.failed, say("ambiguous name “\(safeText(name))”; use \(Language.alternatives(ids))"))
    }
    let hint = remedy(near: map(product).near(name), listedBy: "till status")
    throw CommandError(.failed, say("unknown product “\(safeText(name))”; \(hint)"))
  }
}

extension [Product] {
  /// Returns the one product that a typed name means.
  func product(named name: String) throws(CommandError) -> Product { try one(named: name) { $0 } }

  /// Returns the ids and names that a mistyped name may mean.
  func near(_ name: String) -> [String] {
    let ends = map { $0.id.split(separator: ".").last.map(String.init) ?? $0.id }
    return nearest(to: name, among: map(\.id) + ends + map(\.displayName))
  }
}

extension VerbCall {
  /// Returns the call with product ids in place of the product names that were typed.
  func naming(_ products: [Product]) -> VerbCall {
    [Parameter.product, .subscription].reduce(self) { call, parameter in
      guard let name = call[maybe: parameter] else { return call }
      let meant = products.meant(by: name) { $0 }
      return meant.count == 1 ? call.with(parameter, meant[0].id) : call
    }
  }
}

import AppStoreModel
import Core
import Verbs

// Finds the command or product that a person names, and suggests near names.

extension Product {
  /// Whether a name stands for it: the end of its id behind a dot, or a display name in any language, in capitals or
  /// not.
  fileprivate func isMeant(by name: String) -> Bool {
    let name = name.lowercased()
    return id.lowercased().hasSuffix("." + name)
      || ([displayName] + localizedNames.values).contains { $0.lowercased() == name }
  }
}

extension Array {
  /// The elements whose product a name fits: the one with that id, else all that the name may mean.
  func meant(by name: String, product: (Element) -> Product) -> [Element] {
    if let item = first(where: { product($0).id == name }) { return [item] }
    return filter { product($0).isMeant(by: name) }
  }

  /// The element whose product a name fits.
  ///
  /// - Throws: A `CommandError` (exit 1) that names the nearest products, or all that fit.
  func one(named name: String, product: (Element) -> Product) throws(CommandError) -> Element {
    let meant = meant(by: name, product: product)
    if meant.count == 1 { return meant[0] }
    guard meant.isEmpty else {
      let ids = meant.map { safeText(product($0).id) }
      throw CommandError(.failed, say("ambiguous name “\(safeText(name))”; use \(Language.alternatives(ids))"))
    }
    let products = map(product)
    let ends = products.map { $0.id.split(separator: ".").last.map(String.init) ?? $0.id }
    let near = nearest(to: name, among: products.map(\.id) + ends + products.map(\.displayName))
    let hint = remedy(near: near, listedBy: "till status")
    throw CommandError(.failed, say("unknown product “\(safeText(name))”; \(hint)"))
  }
}

extension [Product] {
  /// The one product that a name stands for.
  func product(named name: String) throws(CommandError) -> Product { try one(named: name) { $0 } }
}

extension VerbCall {
  /// The call with the ids of the products that it names.
  func naming(_ products: [Product]) -> VerbCall {
    [Parameter.product, .subscription].reduce(self) { call, parameter in
      guard let name = call[maybe: parameter] else { return call }
      let meant = products.meant(by: name) { $0 }
      return meant.count == 1 ? call.with(parameter, meant[0].id) : call
    }
  }
}

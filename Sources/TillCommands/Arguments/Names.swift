import SafeText
import StoreModel
import StoreVerbs
import Texts
import TillRuntime

// What a person types for a command or a product, and what is said when nothing is called so.

extension Product {
  /// Whether a name stands for it: the end of its id behind a dot, or a display name in any language, in capitals or not.
  fileprivate func isMeant(by name: String) -> Bool {
    let name = name.lowercased()
    return id.lowercased().hasSuffix("." + name)
      || ([displayName] + localizedNames.values).contains { $0.lowercased() == name }
  }
}

extension Array {
  /// Those whose product a name stands for: the one with that id, else all that it may mean.
  func meant(by name: String, product: (Element) -> Product) -> [Element] {
    if let item = first(where: { product($0).id == name }) { return [item] }
    return filter { product($0).isMeant(by: name) }
  }

  /// The one whose product a name stands for.
  ///
  /// - Throws: A `CommandError` (exit 1) that names the products that come near, or all that it fits.
  func one(named name: String, product: (Element) -> Product) throws(CommandError) -> Element {
    let meant = meant(by: name, product: product)
    if meant.count == 1 { return meant[0] }
    guard meant.isEmpty else {
      let ids = meant.map { safeText(product($0).id) }
      throw CommandError(.failed, say("\(safeText(name)) may be \(Language.alternatives(ids)): write the id"))
    }
    let products = map(product)
    let ends = products.map { $0.id.split(separator: ".").last.map(String.init) ?? $0.id }
    let near = nearest(to: name, among: products.map(\.id) + ends + products.map(\.displayName))
    let hint =
      near.isEmpty
      ? say("till status lists them") : say("did you mean \(Language.alternatives((near.map { safeText($0) })))?")
    throw CommandError(.failed, say("no product \(safeText(name)): \(hint)"))
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

import StoreModel

struct Catalogue: Sendable {
  private var list: [Product] = []
  var storefront = Storefront.all[0]
  var rate: TimeRate { .realTime }
  var askToBuy: Bool { false }
  var grace: Bool { false }
  init() {}
  init(bytes: [UInt8]) throws {}
  func product(_ id: String) -> Product? { list.first { $0.id == id } }
  func products(in storefront: Storefront) -> [Product] { list }
}

/// The lists under the products.
package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case refunds, transactions, orders, unfinished, journal, quarantine
}

/// The pane that has the keys.
package enum Pane: Int, CaseIterable, Hashable, Sendable {
  case products, detail, tabs
}

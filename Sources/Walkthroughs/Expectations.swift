package import StrictJSON

/// What must be true after a step.
package struct Expectations: Hashable, Sendable {
  /// A list of the device, as the command of its name prints it.
  package enum List: String, CaseIterable, Hashable, Sendable {
    case refunds, orders, unfinished, transactions, journal
  }

  /// How many rows a list has, or what they hold, in the order in which the command prints them.
  package enum Rows: Hashable, Sendable {
    case count(Int)
    case rows([JSONValue])
  }

  /// Members of products' rows in `till status`, by product id.
  package var products: [(id: String, row: JSONValue)] {
    get { productRows.map { ($0.name, $0.value) } }
    set {
      productRows = JSONObject()
      for (id, row) in newValue { productRows.append(id, row) }
    }
  }
  private var productRows = JSONObject()
  /// Exactly the products that are entitled.
  package var entitled: [String]?
  package var lists: [List: Rows] = [:]
  /// Texts that are on the screen.
  package var shows: [String] = []
  /// Texts that are not on the screen.
  package var hides: [String] = []
  /// Members of `till status` itself, such as `account`.
  package var status: JSONObject?

  package init() {}

  /// Whether nothing is expected.
  package var isEmpty: Bool { self == Expectations() }

  /// Whether it takes a screen to tell.
  package var needsScreen: Bool { !shows.isEmpty || !hides.isEmpty }
}

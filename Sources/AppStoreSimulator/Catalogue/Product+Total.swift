import StoreModel

extension Product {
  /// The price of so many, in milliunits; saturates.
  func total(for quantity: Int32) -> Int64 {
    let (total, overflow) = price.multipliedReportingOverflow(by: Int64(quantity))
    return overflow ? .max : total
  }
}

package import AppStoreModel

/// Answers for support to a customer's statement.
extension Purchasing {
  /// Asks the App Store as far as the customer's case requires it, and returns what to do for each product.
  ///
  /// Nothing is bought or given up. Where the App Store is unreachable, the answer uses what is known, and names the
  /// problem.
  ///
  /// - Parameter productId: The only product to read; nil for all.
  package func help(
    _ customerCase: CustomerCase, of productId: String? = nil, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> CustomerHelp {
    let before = try statuses()
    let (failure, tried) = try await check(for: customerCase, progress: progress)
    let old = Dictionary(before.map { ($0.product.id, $0) }) { first, _ in first }
    let products = try statuses().filter { productId ?? $0.product.id == $0.product.id }.map { status in
      var product = CustomerHelp.Product(status)
      let earlier = old[status.product.id]
      product.isChanged =
        tried.contains(status.product.id) || earlier?.state != status.state || earlier?.entitled != status.entitled
        || earlier?.balance != status.balance
      return product
    }
    return CustomerHelp(customerCase, products, isChecked: failure == nil, problem: failure)
  }

  /// Asks the App Store as far as the customer's case requires it.
  ///
  /// - Returns: Why the App Store could not be asked, or nil; and the products that had waiting work.
  private func check(
    for customerCase: CustomerCase, progress: @Sendable (Int) -> Void
  ) async throws -> (failure: String?, tried: Set<String>) {
    switch customerCase {
    case .changedPhone:
      let report = try await restore(progress: progress)
      return (report.result == .failed ? report.message ?? report.failed.first?.reason : nil, [])
    case .paidAndNothing, .refundedAndStillThere, .endedThoughPaying, .chargedTwice:
      let tried = customerCase == .paidAndNothing ? try await retry(nil).items.map(\.productId) : []
      let report = try await refundCheck(progress: progress)
      return (report.result == .done ? nil : report.message, Set(tried))
    }
  }
}

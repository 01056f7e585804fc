import Entitlements
package import StoreModel

/// The products and what they are at a device's time, derived from the evidence that a store holds.
package func resolvedStatuses(of store: some EntitlementReading, at clock: DeviceClock) throws -> [ProductStatus] {
  Resolver.resolve(try store.evidence(of: nil), at: clock.now)
}

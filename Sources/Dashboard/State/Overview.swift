package import StoreModel

/// What the device knows at one moment: what the header, the products and their details are drawn from.
package struct Overview: Hashable, Sendable {
  /// Device time.
  package var now: Timestamp
  package var device: DeviceState
  /// Products in the catalogue's order, those known only from transactions last.
  package var statuses: [ProductStatus]
  /// The storefront of the signed-in Apple Account, where known.
  package var storefront: String?
  /// False when the App Store said that this device may not make payments.
  package var canMakePayments: Bool
  /// Whether the machine's clock jumped and the App Store has not answered since.
  package var isClockDoubtful: Bool
  /// False for the last known states that the first frame shows before anything is resolved.
  package var isResolved: Bool
  /// Every user who has been logged in on this device.
  package var users: [String]
  /// The failures that are switched on at this device.
  package var faults: [DeviceFault]
  /// The purchases begun in the App Store that are put off until somebody logs in.
  package var deferred: [String]
  /// What becomes of a purchase that another user has; nil without an app's server.
  package var restorePolicy: RestorePolicy?

  package init(
    now: Timestamp, device: DeviceState, statuses: [ProductStatus], storefront: String? = nil,
    canMakePayments: Bool = true, isClockDoubtful: Bool = false, isResolved: Bool = true,
    users: [String] = [], faults: [DeviceFault] = [], deferred: [String] = [], restorePolicy: RestorePolicy? = nil
  ) {
    self.now = now
    self.device = device
    self.statuses = statuses
    self.storefront = storefront
    self.canMakePayments = canMakePayments
    self.isClockDoubtful = isClockDoubtful
    self.isResolved = isResolved
    self.users = users
    self.faults = faults
    self.deferred = deferred
    self.restorePolicy = restorePolicy
  }
}

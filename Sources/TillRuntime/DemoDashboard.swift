import AppStoreSimulator
package import Dashboard
package import Screen
import StoreModel
import Texts

extension State {
  /// The dashboard of throw-away demo data that are still to be made: they begin the same each time, so that nobody waits
  /// for their files to see them.
  ///
  /// - Returns: Nil where the options say anything else of the store.
  package init?(
    demoToCome options: StoreOptions, size: Size, zone: TimeZoneTable, layout: StartLayout = StartLayout(),
    in surroundings: Surroundings = .machine
  ) {
    guard options.isPlainDemo, let demo = try? DemoProspect(locale: surroundings.locale) else { return nil }
    let now = surroundings.clock()
    self.init(
      setup: Setup(
        appName: StoreSession.appName(of: demo.bundleId),
        backend: DashboardText.simulated(demo.environment.rawValue).text,
        abilities: Abilities(
          support: DashboardText.supportNeedsServerAPI.text, supportChanges: DashboardText.isLocked.text),
        zone: zone),
      overview: Overview(
        now: now, device: DeviceState(account: demo.account, user: DeviceState.firstUser, floor: now, machineDate: now),
        statuses: demo.products.map { ProductStatus(product: $0, state: .notPurchased, entitled: false) },
        storefront: demo.storefront, isResolved: false),
      size: size, start: layout)
  }
}

extension StoreOptions {
  /// Whether they name the throw-away demo data and nothing of how they are.
  fileprivate var isPlainDemo: Bool {
    var plain = StoreOptions()
    (plain.isDemo, plain.profile) = (true, profile)
    return self == plain
  }
}

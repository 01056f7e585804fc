import AppStoreModel
import Core
package import Dashboard
import Simulator
package import TerminalUI

extension State {
  /// The dashboard of throw-away demo data that are still to be made: they begin the same each time, so that the user
  /// does not wait for their files to see them.
  ///
  /// - Returns: Nil where the options say anything else of the store.
  package init?(
    demoToCome options: StoreOptions, size: Size, zone: TimeZoneTable, layout: StartLayout = StartLayout(),
    in dependencies: Dependencies = .machine
  ) {
    guard options.isPlainDemo, let demo = try? DemoProspect(locale: dependencies.locale) else { return nil }
    let now = dependencies.clock()
    self.init(
      setup: Setup(
        appName: StoreSession.appName(of: demo.bundleId),
        backend: DashboardText.simulated(demo.environment.rawValue).text,
        abilities: Abilities(
          support: DashboardText.supportNeedsServerAPI.text, supportChanges: DashboardText.isLocked.text),
        zone: zone),
      overview: Overview(
        now: now, device: DeviceState(account: demo.account, floor: now, machineDate: now),
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

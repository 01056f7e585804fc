import AppStoreModel
import Core
package import Dashboard
import Simulator
package import TerminalUI

extension State {
  /// Creates the dashboard of temporary demo data before its files exist.
  ///
  /// The demo data is the same at each start, so the person sees it without waiting for the files.
  ///
  /// - Returns: Nil where the options say anything else about the store.
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
  /// Whether the options ask for plain demo data, with no other setting of the store.
  fileprivate var isPlainDemo: Bool {
    var plain = StoreOptions()
    (plain.isDemo, plain.profile) = (true, profile)
    return self == plain
  }
}

import AppStoreModel
import Core
package import Dashboard
import Desk
package import TerminalUI

/// The desk of a screen: how to open its database, and who works with it.
package struct DeskSource: Sendable {
  /// The database file, which the system watches for changes; nil for a server, which Till polls each second.
  let file: String?
  /// The name of the person who works at the desk, for the audit and the notes.
  let agent: String
  /// Opens a listener for commits that a server announces; nil where Till only polls each second.
  let news: (@Sendable () throws -> PostgreSQLListener)?
  /// Asks Apple whose order number a text is; nil where the options name no App Store.
  let lookUp: (@Sendable (String, CustomerDesk) throws -> Int64?)?
  /// Opens the desk; each thread needs a connection of its own.
  let open: @Sendable () throws -> CustomerDesk

  /// Returns the customer of an order number, which Apple is asked about once; empty if Apple does not know it.
  func customers(ofOrder text: String, _ desk: CustomerDesk) throws -> [DeskCustomer] {
    guard let customer = try lookUp?(text, desk) else { return [] }
    return try desk.list(DeskListRequest(text: "#\(customer)")).rows
  }

  /// Why the screen cannot ask Apple about an order number; nil if it can.
  var reasonAgainstOrders: String? {
    lookUp == nil ? say("start till desk with --backend and credentials to ask Apple about an order number") : nil
  }

  /// Opens the desk for another one of its apps; nil for its usual one.
  func desk(of app: DeskIdentity?) throws -> CustomerDesk {
    let desk = try open()
    return try app.map { try CustomerDesk(desk.engine, expecting: $0) } ?? desk
  }

  /// Opens the desk and reads the data of its first frame: at most as many customers as the window has lines.
  package func firstLook(lines: Int? = nil) throws -> DeskFirstLook {
    let desk = try open()
    var request = DeskListRequest()
    if let lines { request.limit = max(1, lines) }
    return DeskFirstLook(identity: desk.identity, page: try desk.list(request))
  }
}

/// The data of the first frame of a desk's screen.
package struct DeskFirstLook: Sendable {
  let identity: DeskIdentity
  let page: DeskPage
}

extension Setup {
  /// Creates the setup of a desk's screen while no customer is open.
  init(desk: DeskIdentity, isReadOnly: Bool, zone: TimeZoneTable) {
    self.init(
      appName: StoreSession.appName(of: desk.bundleId),
      backend: DashboardText.desk(desk.environment.rawValue).text, isReadOnly: isReadOnly,
      isSignedByApple: desk.environment.isSignedByApple,
      abilities: .nothing(because: DashboardText.customerIsLookedAt.text), zone: zone)
  }

  /// Creates the setup of an open customer's dashboard.
  init(customer: OpenedCustomer, zone: TimeZoneTable) {
    let environment = customer.identity.environment
    self.init(
      appName: StoreSession.appName(of: customer.identity.bundleId),
      backend: say("CUSTOMER #\(customer.number): \(environment.rawValue)"),
      isReadOnly: true, isSignedByApple: environment.isSignedByApple,
      abilities: .nothing(because: DashboardText.customerIsLookedAt.text), zone: zone)
  }
}

extension State {
  /// Creates the screen of a desk that is still being opened.
  package init(deskToCome size: Size, zone: TimeZoneTable, isReadOnly: Bool) {
    self.init(
      deskOf: Setup(
        appName: "…", backend: DashboardText.desk("…").text, isReadOnly: isReadOnly,
        abilities: .nothing(because: DashboardText.customerIsLookedAt.text), zone: zone),
      bundleId: "", reasonAgainstWishes: nil, first: nil, now: Timestamp.machine, size: size)
  }
}

import Core

/// Texts about the running dashboard and its failures.
enum DashboardText {
  static func simulated(_ environment: String) -> Words { "SIMULATED (signs as \(environment))" }
  static var supportNeedsServerAPI: Words { "needs the App Store Server API (see till help support)" }
  static var isLocked: Words { "locked until --unlock" }
  static func desk(_ environment: String) -> Words { "DESK: \(environment)" }
  static var customerIsLookedAt: Words { "this customer is open at the desk, where changes are not possible" }
}

import Texts

/// What the program says of the dashboard it runs, and of what went wrong below it.
enum DashboardText {
  static func simulated(_ environment: String) -> Words { "SIMULATED (signs as \(environment))" }
  static var supportNeedsServerAPI: Words { "support works at the App Store Server API: --backend appstore:PLACE" }
  static var isLocked: Words { "locked until --unlock" }
  static func desk(_ environment: String) -> Words { "DESK: \(environment)" }
  static var customerIsLookedAt: Words { "a customer at the desk is looked at, and nothing of theirs is changed here" }
}

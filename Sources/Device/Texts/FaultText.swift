import Core

/// Texts of faults that the user switched on.
enum FaultText {
  static var networkIsOffAtThis: Words { "the network is off on this device (simulated fault “network”)" }
  static var appsServerIsDown: Words { "the app's server is down (simulated fault “app-server-down”)" }
}

import Core

/// Texts of faults that the user switched on.
enum FaultText {
  static var networkIsOffAtThis: Words { "the network is off on this device (till fault network)" }
  static var appsServerIsDown: Words { "the app server is down on purpose (till fault app-server-down)" }
}

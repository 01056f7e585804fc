import Texts

/// What a fault on purpose says when it strikes.
enum FaultText {
  static var networkIsOffAtThis: Words { "the network is off at this device (till fault network)" }
  static var appsServerIsDown: Words { "the app's server is down on purpose (till fault app-server-down)" }
}

import Texts

/// What commands say of who is signed in and logged in, and of the device.
enum AccountText: Sentence {
  case giveNameOrSignOut, nobodyIsSignedIn, signedIn(String), signedOut, ownsStandsAlone, listStandsAlone
  case nobodyIsLoggedIn, userNeedsName, loggedIn(String), loggedOut, confirmNewDevice, isNewDevice, isNewDeviceOfUser(
    Int)
  case confirmReinstall
  case isReinstalled, updatesAre(String), noUpdateMode(String), users(Int)
}

// MARK: - English

extension AccountText {
  var english: String {
    switch self {
    case .giveNameOrSignOut: "give NAME or --sign-out, not both"
    case .nobodyIsSignedIn: "nobody is signed in"
    case .signedIn(let what): "signed in as \(what): restore brings its purchases to this device"
    case .signedOut: "signed out"
    case .ownsStandsAlone: "--owns stands alone"
    case .listStandsAlone: "--list stands alone"
    case .nobodyIsLoggedIn: "nobody is logged in"
    case .userNeedsName: "a user needs a name: till user NAME"
    case .loggedIn(let what): "logged in as \(what)"
    case .loggedOut: "logged out"
    case .confirmNewDevice: "set this device's store aside and begin a new one for the same account?"
    case .isNewDeviceOfUser(let count):
      "a new device: the app's server credited \(English.counted(count, "product")) to its user; restore brings what the "
        + "Apple Account bought"
    case .isNewDevice: "a new device: restore brings the purchases back"
    case .confirmReinstall: "set the app's data aside and begin with nothing but the keychain?"
    case .isReinstalled: "installed again: marks are gone, the keychain stayed; restore brings the purchases back"
    case .updatesAre(let mode): "updates are \(mode)"
    case .users(let count): English.counted(count, "user")
    case .noUpdateMode(let word): "updates are held or live, not \(word)"
    }
  }
}

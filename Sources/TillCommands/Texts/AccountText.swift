import Texts

/// What commands say of who is signed in and logged in, and of the device.
enum AccountText: Sentence {
  case giveNameOrSignOut, nobodyIsSignedIn, signedIn(String), signedOut, ownsStandsAlone, listStandsAlone
  case nobodyIsLoggedIn, userNeedsName, loggedIn(String), loggedOut, confirmNewDevice, isNewDevice, confirmReinstall
  case isReinstalled, updatesAre(String), noUpdateMode(String), users(Int)
}

import AppStoreModel
import Core
import Verbs

/// The texts of the App Store's side.
enum AppStoreSideTexts {
  static var appStoreIsLoading: String { say("the App Store has not answered yet") }
  static var noCase: String { say("no row selected") }
  static var appStoreTitle: String { say("The App Store's side") }
  static var nobody: String { say("not signed in") }

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return say("paused") }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? say("real time") : rate.name }

  static func words(_ note: String) -> String { say("The customer writes: \(note)") }

  static func word(for kind: AppStoreCase.Kind) -> String {
    switch kind {
    case .askToBuy: say("Ask to Buy")
    case .interrupted: say("interrupted")
    case .refundRequest: say("refund asked")
    case .refunded: say("refunded")
    }
  }

  /// Returns the dashboard's own message for a completed verb, or nil if it has none.
  static func done(_ call: VerbCall, _ state: State) -> String? {
    let hint =
      state.device.updates == .held
      ? say(" The device learns of it through a refund check (\(ActionTable.key(of: .refundCheck))).") : ""
    switch call.verb {
    case .approve: return say("A parent approved.\(hint)")
    case .decline: return say("A parent declined. The app is not told.")
    case .approveRefund where call[maybe: .percentage] == nil: return say("Apple granted the refund.\(hint)")
    case .declineRefund: return say("Apple declined the refund: the purchase stays valid.\(hint)")
    case .reverseRefund: return say("Apple reversed the refund.\(hint)")
    case .network:
      return call[maybe: .isOn] == true
        ? say("The network is on.") : say("The network is off: the device can't reach the App Store.")
    case .payments:
      return call[maybe: .isOn] == true
        ? say("Payments are allowed.") : say("Payments are not allowed on this device.")
    case .advance:
      return call[maybe: .duration].map {
        say("The App Store's clock moved \(Words.span(seconds: $0.milliseconds / 1000)) forward.\(hint)")
      }
    case .reset: return say("Started over.")
    default: return nil
    }
  }

  static var newDevice: Confirmation {
    Confirmation(
      decision: .newDevice, title: say("A new device?"),
      text: [
        say("This device's store is set aside, not deleted, and Till begins an empty one."),
        say(
          "The same Apple Account stays signed in; no user is logged in to the app. Nothing changes at the App Store; a "
            + "restore (\(ActionTable.key(of: .restore))) brings back what it knows."
        ),
      ])
  }
}

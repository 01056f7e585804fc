import AppStoreModel
import Core
import TerminalUI
import Verbs

/// The texts of the App Store's side for given values; `AppStoreText` has the wordings.
enum AppStoreSideTexts {
  /// Returns foreign text, safe for the screen.
  static func safe(_ text: String) -> String { safeText(text) }

  static var appStoreIsLoading: String { say("the App Store has not answered yet") }
  static var noCase: String { say("no row selected") }
  static var appStoreTitle: String { say("The App Store's side") }
  static var reading: String { PaneText.reading.text }
  static var nobody: String { say("not signed in") }
  static var on: String { say("on") }
  static var off: String { say("off") }

  static func times(_ count: Int) -> String { PaneText.times(count).text }
  static func notNow(_ reason: String) -> String { ReasonText.notNow(reason).text }
  static func transaction(_ id: String) -> String { RowText.transaction(id).text }

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return say("paused") }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? say("real time") : rate.name }

  static func words(_ note: String) -> String { say("The customer writes: \(note)") }

  static func word(for kind: AppStoreCase.Kind) -> String { AppStoreText.decision(kind).text }

  /// Returns the dashboard's own message for a completed verb, or nil if it has none.
  static func done(_ call: VerbCall, _ state: State) -> String? {
    deed(of: call).map { AppStoreText.done($0, deviceLearns: state.device.updates == .held).text }
  }

  private static func deed(of call: VerbCall) -> AppStoreText.Deed? {
    switch call.verb {
    case .approve: .approved
    case .decline: .declined
    case .approveRefund where call[maybe: .percentage] == nil: .refundGranted
    case .declineRefund: .refundDeclined
    case .reverseRefund: .refundReversed
    case .network: .network(call[maybe: .isOn] == true)
    case .payments: .payments(call[maybe: .isOn] == true)
    case .advance: call[maybe: .duration].map { .clockMoved(seconds: $0.milliseconds / 1000) }
    case .reset: .startedOver
    default: nil
    }
  }

  static var newDevice: Confirmation {
    Confirmation(
      decision: .newDevice, title: say("A new device?"),
      text: [
        say("This device's store is set aside, not deleted, and Till begins an empty one."),
        say(
          "The same Apple Account and user stay signed in. Nothing changes at the App Store; a restore "
            + "(\(ActionTable.key(of: .restore))) brings back what it knows."
        ),
      ])
  }
}

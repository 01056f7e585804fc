import SafeText
import Screen
import StoreModel
import StoreVerbs
import Texts

/// What the App Store's side says.
enum Texts {
  /// Foreign text as it may be shown.
  static func safe(_ text: String) -> String { safeText(text) }

  static let appStoreIsLoading = "the App Store has not answered yet"
  static let noCase = "no row is selected"
  static let appStoreTitle = "The App Store's side"
  static let noCases = "Nothing waits for a decision."
  static let reading = PaneText.reading.text
  static let nobody = "nobody is signed in"
  static let on = "on"
  static let off = "off"
  static let allowed = "allowed"
  static let notAllowed = "not allowed"

  static func count(_ number: Int, _ noun: String) -> String { English.counted(number, noun) }
  static func times(_ count: Int) -> String { PaneText.times(count).text }
  static func notNow(_ reason: String) -> String { ReasonText.notNow(reason).text }
  static func transaction(_ id: String) -> String { RowText.transaction(id).text }

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return "paused" }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? "real time" : rate.name }

  static func words(_ note: String) -> String { "The customer writes: \(note)" }

  static func word(for kind: AppStoreCase.Kind) -> String {
    switch kind {
    case .askToBuy: "Ask to Buy"
    case .interrupted: "interrupted"
    case .refundRequest: "refund asked"
    case .refunded: "refunded"
    }
  }

  /// What was done, where the dashboard says it in words of its own.
  static func done(_ call: VerbCall, _ state: State) -> String? {
    let hint =
      state.device.updates == .held
      ? " The device learns of it by a refund check (\(ActionTable.key(of: .refundCheck)))." : ""
    switch call.verb {
    case .approve: return "A parent approved: charged.\(hint)"
    case .decline: return "A parent declined. The app is never told."
    case .approveRefund where call[maybe: .percentage] == nil: return "Apple granted the refund.\(hint)"
    case .declineRefund: return "Apple declined the refund: the purchase stands.\(hint)"
    case .reverseRefund: return "Apple took the refund back.\(hint)"
    case .network:
      return call[maybe: .isOn] == true ? "The network is on." : "The network is off: nothing reaches the App Store."
    case .payments:
      return call[maybe: .isOn] == true ? "Payments are allowed." : "This device may not make payments."
    case .advance:
      guard let duration = call[maybe: .duration] else { return nil }
      return "The App Store's clock moved \(PaneText.span(seconds: duration.milliseconds / 1000)) forward.\(hint)"
    case .reset: return "Started over."
    default: return nil
    }
  }

  static let newDevice = Confirmation(
    decision: .newDevice, title: SheetText.newDeviceTitle.text,
    text: [SheetText.newDeviceKeeps.text, SheetText.newDeviceStays.text])
}

import SafeText
import Screen
import StoreModel
import StoreVerbs
import Texts

/// Which of its sentences the App Store's side says of something.
enum Texts {
  /// Foreign text as it may be shown.
  static func safe(_ text: String) -> String { safeText(text) }

  static var appStoreIsLoading: String { AppStoreText.isLoading.text }
  static var noCase: String { AppStoreText.noRow.text }
  static var appStoreTitle: String { AppStoreText.title.text }
  static var reading: String { PaneText.reading.text }
  static var nobody: String { AppStoreText.nobody.text }
  static var on: String { AppStoreText.on.text }
  static var off: String { AppStoreText.off.text }

  static func times(_ count: Int) -> String { PaneText.times(count).text }
  static func notNow(_ reason: String) -> String { ReasonText.notNow(reason).text }
  static func transaction(_ id: String) -> String { RowText.transaction(id).text }

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return AppStoreText.paused.text }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? AppStoreText.realTime.text : rate.name }

  static func words(_ note: String) -> String { AppStoreText.customerWrites(note).text }

  static func word(for kind: AppStoreCase.Kind) -> String { AppStoreText.decision(kind).text }

  /// What was done, where the dashboard says it in words of its own.
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
      decision: .newDevice, title: SheetText.newDeviceTitle.text,
      text: [SheetText.newDeviceKeeps.text, SheetText.newDeviceStays.text])
  }
}

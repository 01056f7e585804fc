import AppStoreModel
import Core
import Verbs

/// Verbs of the notification bench.
extension VerbRule {
  static let bench: [VerbRule] = [
    VerbRule(.holdNotifications) { session, call in
      let isOn = try call[.isOn]
      try session.holdNotifications(isOn)
      return VerbAnswer(
        isOn ? "paused notifications; new ones wait" : "resumed notifications", ["hold": .bool(isOn)])
    },
    VerbRule(.resendNotification) { session, call in
      try session.resend(call[.notification]).verbAnswer("is sent now")
    },
    VerbRule(.duplicateNotification) { session, call in
      try session.duplicate(call[.notification]).verbAnswer("arrives a second time")
    },
    VerbRule(.reorderNotifications) { session, _ in
      let count = try session.reorderNotifications()
      return VerbAnswer(
        count == 1
          ? "only one notification is pending, so there is no order to reverse"
          : "\(count) notifications are sent newest first",
        ["count": .number(count)])
    },
    VerbRule(.delayNotification) { session, call in
      let duration = try call[.duration]
      return try session.delay(call[.notification], by: duration.milliseconds).verbAnswer(
        "is sent \(duration.text) later")
    },
    VerbRule(.loseNotification) { session, call in
      try session.lose(call[.notification]).verbAnswer("is never sent and stays in the notification history")
    },
    VerbRule(.hurryNotifications) { session, _ in
      let count = try session.hurryNotifications()
      return VerbAnswer(
        count == 1 ? "made 1 pending attempt now" : "made \(count) pending attempts now",
        ["count": .number(count)])
    },
    VerbRule(.postNotification) { session, call in
      try session.post(call[.payload]).verbAnswer("is signed and in the outbox")
    },
    VerbRule(.anotherId) { session, call in
      let (id, new) = (try call[.transaction], try session.giveAnotherId(to: call[.transaction]))
      return VerbAnswer(
        "\(id) now also comes as \(new): one line item with two transactions",
        ["transactionId": .string(new), "of": .string(id)])
    },
  ]
}

extension NotificationRow {
  fileprivate func verbAnswer(_ what: Words) -> VerbAnswer {
    var members: JSONObject = ["notificationUUID": .string(uuid), "notificationType": .string(type.rawValue)]
    members.append("nextAttempt", date: nextAttempt.map(Timestamp.init(milliseconds:)))
    return VerbAnswer("the notification \(uuid) \(what)", members)
  }
}

import SafeText
import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// The notification bench.
extension VerbRule {
  static let bench: [VerbRule] = [
    VerbRule(.holdNotifications) { session, call in
      let isOn = try call[.isOn]
      try session.holdNotifications(isOn)
      return VerbAnswer(
        isOn ? "notifications wait: nothing is posted" : "notifications are posted again", ["hold": .bool(isOn)])
    },
    VerbRule(.resendNotification) { session, call in
      try session.resend(call[.notification]).answer("is posted now")
    },
    VerbRule(.duplicateNotification) { session, call in
      try session.duplicate(call[.notification]).answer("arrives once more")
    },
    VerbRule(.reorderNotifications) { session, _ in
      let count = try session.reorderNotifications()
      return VerbAnswer(
        count == 1 ? "one notification waits: there is nothing to reorder" : "\(count) notifications go newest first",
        ["count": .number(JSONNumber(Int64(count)))])
    },
    VerbRule(.delayNotification) { session, call in
      let duration = try call[.duration]
      return try session.delay(call[.notification], by: duration.milliseconds).answer(
        "is posted \(duration.text) later")
    },
    VerbRule(.loseNotification) { session, call in
      try session.lose(call[.notification]).answer("is never posted; the notification history has it")
    },
    VerbRule(.hurryNotifications) { session, _ in
      let count = try session.hurryNotifications()
      return VerbAnswer(
        count == 1 ? "1 attempt is made now" : "\(count) attempts are made now",
        ["count": .number(JSONNumber(Int64(count)))])
    },
    VerbRule(.postNotification) { session, call in
      try session.post(call[.payload]).answer("is signed and in the outbox")
    },
    VerbRule(.anotherId) { session, call in
      let (id, new) = (try call[.transaction], try session.giveAnotherId(to: call[.transaction]))
      return VerbAnswer(
        "\(id) comes as \(new) too: one line item, two transactions",
        ["transactionId": .string(new), "of": .string(id)])
    },
  ]
}

extension NotificationRow {
  fileprivate func answer(_ what: Words) -> VerbAnswer {
    var members: JSONObject = ["notificationUUID": .string(uuid), "notificationType": .string(type.rawValue)]
    members.append("nextAttempt", date: nextAttempt.map(Timestamp.init(milliseconds:)))
    return VerbAnswer("the notification \(uuid) \(what)", members)
  }
}

import Core

/// The verbs of the notification bench, which cause network and server problems for notifications.
extension Verb {
  package static let holdNotifications: Verb = Verb(
    "notifications hold", .word(.isOn), summary: "hold notifications; off sends the held ones",
    places: VerbPlace(
      "hold-notices", in: .notifications, key: "h", title: "hold",
      summary: "Hold notifications instead of sending them, or send the held ones, after asking.", rank: 1
    ) { _ in
      .choose(
        "Hold notifications?",
        [
          .init("hold", "new notifications wait; none is sent", .now(VerbCall(.holdNotifications).with(.isOn, true))),
          .init("release", "send the held notifications", .now(VerbCall(.holdNotifications).with(.isOn, false))),
        ])
    }, inFiles: true)

  package static let resendNotification: Verb = Verb(
    "notifications resend", .word(.notification), summary: "send a notification now, again if it has arrived",
    places: VerbPlace(
      "resend-notice", in: .notifications, key: "e", title: "resend",
      summary: "Send the notification now, again if it has arrived.", rank: 1
    ) { try .now(VerbCall(.resendNotification).with(.notification, $0.notification())) }, inFiles: true)

  package static let duplicateNotification: Verb = Verb(
    "notifications duplicate", .word(.notification), summary: "send a notification a second time",
    places: VerbPlace(
      "duplicate-notice", in: .notifications, key: "u", title: "twice",
      summary: "Send the notification a second time.", rank: 2
    ) { try .now(VerbCall(.duplicateNotification).with(.notification, $0.notification())) }, inFiles: true)

  package static let reorderNotifications: Verb = Verb(
    "notifications reorder", summary: "send the pending notifications newest first",
    places: VerbPlace(
      "reorder-notices", in: .notifications, key: "o", title: "reorder",
      summary: "Send the pending notifications newest first.", rank: 3
    ) { _ in .now(VerbCall(.reorderNotifications)) }, inFiles: true)

  package static let delayNotification: Verb = Verb(
    "notifications delay", .word(.notification), .word(.duration),
    summary: "delay a notification on the App Store's clock",
    places: VerbPlace(
      "delay-notice", in: .notifications, key: "l", title: "later",
      summary: "Delay the notification on the App Store's clock.", rank: 2
    ) { scene in
      let call = VerbCall(.delayNotification).with(.notification, try scene.notification())
      return .choose(
        "How much later?",
        try ["5m", "1h", "1d", "3d"].map {
          .init("\($0)", "", .now(call.with(.duration, try Parameter.duration.parse($0))))
        })
    }, inFiles: true)

  package static let loseNotification: Verb = Verb(
    "notifications lose", .word(.notification),
    summary: "lose a notification: Apple never sends it, its history keeps it",
    places: VerbPlace(
      "lose-notice", in: .notifications, key: "x", title: "lose",
      summary: "Lose the notification: Apple never sends it, its notification history keeps it.", rank: 2
    ) { scene in
      let call = VerbCall(.loseNotification).with(.notification, try scene.notification(isWaiting: true))
      return .ask("Lose this notification?", "Apple never sends it; only its notification history has it.", call)
    }, inFiles: true)

  package static let hurryNotifications: Verb = Verb(
    "notifications hurry", summary: "make every pending attempt now",
    places: VerbPlace(
      "hurry-notices", in: .notifications, key: "z", title: "retry",
      summary: "Make every pending attempt now.", rank: 3
    ) { _ in .now(VerbCall(.hurryNotifications)) }, inFiles: true)

  package static let postNotification: Verb = Verb(
    "notifications post", .word(.payload),
    summary: "sign and send a payload of your own, with the objects in it that Apple signs", inFiles: true)

  package static let anotherId: Verb = Verb(
    "another-id", .word(.transaction),
    summary: "deliver a renewal with a second transaction id, as on a new device; its line item stays", inFiles: true)

  package static let bench = [
    holdNotifications, resendNotification, duplicateNotification, reorderNotifications, delayNotification,
    loseNotification, hurryNotifications, postNotification, anotherId,
  ]
}

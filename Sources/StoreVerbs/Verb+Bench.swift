import Texts

/// The notification bench: what a network and Apple's servers may do to notifications, on purpose.
extension Verb {
  package static let holdNotifications: Verb = Verb(
    "notifications hold", .word(.isOn), summary: "notifications wait and are not posted; off posts what waits",
    places: [
      VerbPlace(
        "hold-notices", in: .notifications, key: "h", title: "hold",
        summary: "Lets notifications wait instead of being posted, or posts what waits, after asking.", rank: 1
      ) { _ in
        .choose(
          "Hold notifications?",
          [
            .init("hold", "they wait, and nothing is posted", .now(VerbCall(.holdNotifications).with(.isOn, true))),
            .init("let go", "what waits is posted", .now(VerbCall(.holdNotifications).with(.isOn, false))),
          ])
      }
    ], inFiles: true)

  package static let resendNotification: Verb = Verb(
    "notifications resend", .word(.notification), summary: "posts a notification now, taken already or not",
    places: [
      VerbPlace(
        "resend-notice", in: .notifications, key: "e", title: "resend",
        summary: "Posts the notification now, whether it was taken or not.", rank: 1
      ) { try .now(VerbCall(.resendNotification).with(.notification, $0.notification())) }
    ], inFiles: true)

  package static let duplicateNotification: Verb = Verb(
    "notifications duplicate", .word(.notification), summary: "a notification arrives once more than it should",
    places: [
      VerbPlace(
        "duplicate-notice", in: .notifications, key: "u", title: "twice",
        summary: "Lets the notification arrive once more than it should.", rank: 2
      ) { try .now(VerbCall(.duplicateNotification).with(.notification, $0.notification())) }
    ], inFiles: true)

  package static let reorderNotifications: Verb = Verb(
    "notifications reorder", summary: "what waits is posted newest first, one after the other",
    places: [
      VerbPlace(
        "reorder-notices", in: .notifications, key: "o", title: "reorder",
        summary: "Posts what waits newest first, one after the other.", rank: 3
      ) { _ in .now(VerbCall(.reorderNotifications)) }
    ], inFiles: true)

  package static let delayNotification: Verb = Verb(
    "notifications delay", .word(.notification), .word(.duration),
    summary: "a notification is posted so much later on the App Store's clock",
    places: [
      VerbPlace(
        "delay-notice", in: .notifications, key: "l", title: "later",
        summary: "Posts the notification later on the App Store's clock.", rank: 2
      ) { scene in
        let call = VerbCall(.delayNotification).with(.notification, try scene.notification())
        return .choose(
          "How much later?",
          try ["5m", "1h", "1d", "3d"].map {
            .init("\($0)", "", .now(call.with(.duration, try Parameter.duration.parse($0))))
          })
      }
    ], inFiles: true)

  package static let loseNotification: Verb = Verb(
    "notifications lose", .word(.notification), summary: "a notification is never posted; the history has it",
    places: [
      VerbPlace(
        "lose-notice", in: .notifications, key: "x", title: "lose",
        summary: "Never posts the notification; the notification history has it.", rank: 2
      ) { scene in
        let call = VerbCall(.loseNotification).with(.notification, try scene.notification(isWaiting: true))
        return .ask("Lose it on its way?", "It is never posted; only Apple's notification history tells of it.", call)
      }
    ], inFiles: true)

  package static let hurryNotifications: Verb = Verb(
    "notifications hurry", summary: "every attempt that is planned for later is made now",
    places: [
      VerbPlace(
        "hurry-notices", in: .notifications, key: "z", title: "hurry",
        summary: "Makes every attempt now that is planned for later.", rank: 3
      ) { _ in .now(VerbCall(.hurryNotifications)) }
    ], inFiles: true)

  package static let postNotification: Verb = Verb(
    "notifications post", .word(.payload),
    summary: "signs and posts a payload of yours; objects in it that Apple signs are signed too", inFiles: true)

  package static let anotherId: Verb = Verb(
    "another-id", .word(.transaction),
    summary: "a renewal comes with another transaction id too, as on a new device; its line item stays", inFiles: true)

  package static let bench = [
    holdNotifications, resendNotification, duplicateNotification, reorderNotifications, delayNotification,
    loseNotification, hurryNotifications, postNotification, anotherId,
  ]
}

/// The notification bench: what a network and Apple's servers may do to notifications, on purpose.
extension Verb {
  package static let holdNotifications: Verb = Verb(
    "notifications hold", .word(.isOn), summary: "notifications wait and are not posted; off posts what waits")

  package static let resendNotification: Verb = Verb(
    "notifications resend", .word(.notification), summary: "posts a notification now, taken already or not")

  package static let duplicateNotification: Verb = Verb(
    "notifications duplicate", .word(.notification), summary: "a notification arrives once more than it should")

  package static let reorderNotifications: Verb = Verb(
    "notifications reorder", summary: "what waits is posted newest first, one after the other")

  package static let delayNotification: Verb = Verb(
    "notifications delay", .word(.notification), .word(.duration),
    summary: "a notification is posted so much later on the App Store's clock")

  package static let loseNotification: Verb = Verb(
    "notifications lose", .word(.notification), summary: "a notification is never posted; the history has it")

  package static let hurryNotifications: Verb = Verb(
    "notifications hurry", summary: "every attempt that is planned for later is made now")

  package static let postNotification: Verb = Verb(
    "notifications post", .word(.payload),
    summary: "signs and posts a payload of yours; objects in it that Apple signs are signed too")

  package static let bench = [
    holdNotifications, resendNotification, duplicateNotification, reorderNotifications, delayNotification,
    loseNotification, hurryNotifications, postNotification,
  ]
}

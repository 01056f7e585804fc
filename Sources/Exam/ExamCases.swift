import Core

/// The cases of purchases and refunds.
extension ExamCase {
  static let purchases = [
    ExamCase("first-purchase", "A customer buys for good.", "buy lifetime", .ask()),
    ExamCase("first-subscription", "A customer subscribes.", "buy plus", .ask()),
    ExamCase(
      "no-token", "A purchase carries no appAccountToken: no user has it yet.", "buy lifetime --token none",
      .ask(kept: .token)),
    ExamCase(
      "other-user", "Two users of the app buy with one Apple Account.", "buy lifetime", "buy extra --token $ben",
      .ask(kept: .token)),
    ExamCase(
      "other-account", "One user buys the same product with two Apple Accounts, and one purchase is refunded.",
      "buy lifetime", "ben: buy lifetime --token $anna", .ask(), "refund approve $1", .ask(lost: .refundOfOther)),
    ExamCase(
      "ask-to-buy", "A purchase waits for a parent, who approves.", "ask-to-buy on", "buy lifetime",
      .ask(kept: .pending), "approve $1", .ask()),
  ]

  static let refunds = [
    ExamCase(
      "refund-whole", "Apple pays a purchase back.", "buy lifetime", .ask(), "refund approve $1", .ask(kept: .refund)),
    ExamCase(
      "refund-part", "Apple pays half of a purchase back.", "buy lifetime", "refund approve $1 --percentage 50",
      .ask(kept: .partialRefund)),
    ExamCase(
      "refund-declined", "A customer asks for a refund, and Apple declines.", "buy lifetime", .ask(), "refund ask $1",
      .ask(lost: .refundRequest), "refund decline $1", .ask(lost: .refundRequest)),
    ExamCase(
      "refund-reversed", "Apple pays back, and takes the refund back.", "buy lifetime", .ask(), "refund approve $1",
      .ask(kept: .refund), "refund reverse $1", .ask(lost: .reversal)),
    ExamCase(
      "bought-again", "A customer buys again after a refund.", "buy lifetime", .ask(), "refund approve $1",
      .ask(kept: .refund), "buy lifetime", .ask(lost: .refundOfOther)),
    ExamCase(
      "refund-of-old-period", "Apple pays a past period back; the present one stands.", "buy plus", "advance 32d",
      .ask(lost: .renewal), "refund approve $1", .ask(lost: .refundOfOther)),
    ExamCase(
      "refund-of-this-period", "Apple pays the present period back.", "buy plus", "advance 32d", .ask(lost: .renewal),
      "refund approve $latest", .ask(kept: .refund)),
  ]
}

/// The cases of subscriptions: their periods, prices, offers and changes of plan.
extension ExamCase {
  static let subscriptions = [
    ExamCase(
      "renewal", "A subscription renews.", "buy plus", .ask(), "advance 32d", .ask(lost: .renewal), "advance 62d",
      .ask(lost: .renewal)),
    ExamCase(
      "cancelled", "A customer turns auto-renewal off: access lasts until the period ends.", "buy plus", .ask(),
      "auto-renew off plus", .ask(lost: .cancelled), "advance 32d", .ask()),
    ExamCase(
      "grace", "A renewal's payment fails: access lasts through the Billing Grace Period, and ends with it.",
      "grace on", "buy plus", .ask(), "billing fail plus", "advance 32d", .ask(lost: .grace), "advance 20d",
      .ask(kept: .retry)),
    ExamCase(
      "retry", "A renewal's payment fails without a grace period, and works again later.", "buy plus",
      "billing fail plus", "advance 35d", .ask(kept: .retry), "billing resolve plus", .ask(lost: .renewal)),
    ExamCase(
      "price-agreed", "The price rises, and the customer agrees.", "buy plus", .ask(), "price-increase plus",
      .ask(lost: .price), "consent plus yes", "advance 32d", .ask(lost: .renewal)),
    ExamCase(
      "price-unanswered", "The price rises, and the customer does not answer.", "buy plus", .ask(),
      "price-increase plus", .ask(lost: .price), "advance 40d", .ask()),
    ExamCase("offer-code", "A customer subscribes with an offer code.", "buy plus --code SPRING", .ask(lost: .offer)),
    ExamCase(
      "win-back", "A customer comes back with a win-back offer.", "buy plus", "auto-renew off plus", "advance 40d",
      .ask(), "buy plus --win-back comeback", .ask(lost: .offer)),
    ExamCase(
      "extended", "Apple moves the renewal date by 14 days.", "buy plus", .ask(), "auto-renew off plus",
      "extend plus 14", "advance 35d", .ask(lost: .extended)),
  ]

  static let plans = [
    ExamCase("upgrade", "A customer upgrades.", "buy plus", .ask(), "buy pro", .ask(kept: .upgrade)),
    ExamCase(
      "downgrade", "A customer downgrades: the change comes with the renewal.", "buy pro", .ask(), "buy plus",
      .ask(kept: .later, lost: .later), "advance 32d", .ask(kept: .upgrade, lost: .renewal)),
    ExamCase(
      "crossgrade-across-users", "Another user changes the plan of the same Apple Account.", "buy plus",
      "buy studio --token $ben", .ask(kept: .upgrade)),
    ExamCase(
      "family", "A family member uses a shared subscription until sharing ends; the buyer keeps it.",
      "family join ben@", .hold, "buy pro", .claim("$shared", by: "ben"), .ask(), "family share off pro",
      .ask(kept: .revoked, lost: .family)),
  ]
}

/// The cases of notification delivery: reordering, outages and attacks.
extension ExamCase {
  static let delivery = [
    ExamCase(
      "reordered-refund", "REFUND_REVERSED arrives before REFUND.", "buy lifetime", .ask(), .hold, "refund approve $1",
      "refund reverse $1", .post(.newestFirst), .ask(lost: .order)),
    ExamCase(
      "reordered-renewals", "The notifications of three subscription periods arrive newest first.", .hold, "buy plus",
      "advance 32d", "auto-renew off plus", "auto-renew on plus", "advance 31d", .post(.newestFirst),
      .ask(lost: .order)),
    ExamCase(
      "doubled", "A purchase is notified twice, then refunded.", .hold, "buy lifetime", .post(.twice), .ask(),
      "refund approve $1", .ask(kept: .once)),
    ExamCase(
      "late-again", "A refund and its reversal arrive once more, with the purchase.", "buy lifetime", .ask(),
      "refund approve $1", .postAllAgain, .ask(kept: .order), "refund reverse $1", .postAllAgain, .ask(lost: .order)),
    ExamCase(
      "lost-expiry", "EXPIRED is lost: the period ends all the same.", "buy plus", "auto-renew off plus", .hold,
      "advance 32d", .givenUp, .ask()),
    ExamCase(
      "lost-renewal", "DID_RENEW is lost.", needsHistory: true, "buy plus", .ask(), .hold, "advance 32d", .givenUp,
      .ask(lost: .lost)),
    ExamCase(
      "lost-refund", "REFUND is lost.", needsHistory: true, "buy lifetime", .ask(), .hold, "refund approve $1",
      .givenUp, .ask(kept: .lost)),
    ExamCase(
      "outage-of-hours", "The server is down for five hours; Apple sends again.", "buy lifetime", .ask(), .outage,
      "refund approve $1", "buy plus", "advance 5h", .reachable, .ask(kept: .outage, lost: .outage)),
    ExamCase(
      "outage-of-days", "The server is down until Apple has given up.", needsHistory: true, "buy plus", "buy lifetime",
      .ask(), .outage, "advance 32d", "refund approve $2", "advance 7d", .givenUp, .ask(kept: .lost, lost: .lost)),
    ExamCase(
      "late-id", "A purchase appears under a second transaction id.", "buy plus", "auto-renew off plus",
      "another-id $1", .tell("SUBSCRIBED", about: "$latest"), .ask(), "advance 32d", .ask(kept: .once)),
    ExamCase(
      "forged", "An attacker signs the notifications.", from: .stranger, "buy lifetime", "buy plus",
      .ask(kept: .signature)),
    ExamCase(
      "other-app", "Notifications of another app arrive.", from: .otherApp, "buy lifetime", "buy plus",
      .ask(kept: .app)),
    ExamCase(
      "other-environment", "Notifications of the other environment arrive.", from: .otherEnvironment, "buy lifetime",
      "buy plus", .ask(kept: .environment)),
    ExamCase(
      "clock", "A period ends: the minute counts.", "rate monthlyRenewalEveryHour", "buy plus", "auto-renew off plus",
      "advance 58m", .ask(lost: .clock), .hold, "advance 4m", .givenUp, .ask(kept: .clock)),
  ]
}

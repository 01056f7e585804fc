extension Action {
  /// Whether `State.plan(for:)` says what it leads to: what is done on the App Store's side.
  var isPlanned: Bool { Self.planned.contains(self) }

  private static let planned: Set<Action> = [
    .approve, .decline, .reverse, .approvePart, .answerConsumption, .refund, .deleteTransaction,
    .renew, .expire, .autoRenew, .billing, .priceIncrease, .consent, .extend,
    .signIn, .storefront, .locale, .family, .share, .buyElsewhere, .promote, .resetAccount,
    .switchFault, .faultOnce, .faultKind,
    .network, .payments, .askToBuy, .interrupted, .grace, .renewalsFail, .rate, .pauseClock, .advanceClock, .setBack,
    .checkpoint, .goBack, .newDevice, .startOver, .testNotice,
  ]
}

package import StoreModel

extension Weighing {
  /// Whose a purchase is, and by what.
  func ownerText(of index: Int) -> String {
    guard let ownership = ownership(of: index) else { return "it is another user's" }
    let policy = evidence.policy.map { "; the app server's policy: \($0.words)" } ?? ""
    guard !ownership.users.isEmpty else {
      return "its token is nobody's here, so the app's server gave it to nobody" + policy
    }
    return "belongs to user \(ownership.users.joined(separator: ", ")): \(ownership.attribution.words)" + policy
  }

  /// What support can do about purchases that are other users'; nil where there are none.
  func nextStepForAnotherUsers(_ excluded: [Exclusion]) -> NextStep? {
    guard let exclusion = excluded.first(where: { $0.rule == .belongsToAnotherUser }),
      let users = ownership(of: exclusion.index)?.users
    else { return nil }
    guard let owner = users.first else {
      return NextStep(
        who: .us,
        text: "find out whose token it is: let support give the customer a grant, or choose another restore policy")
    }
    return NextStep(
      who: .us,
      text: "have the customer log in as \(owner), or choose a policy that lets a purchase change hands and restore")
  }

  /// How a purchase came to its user where its token did not tell.
  func tokenReasons(for finding: Finding) -> [Reason] {
    guard let deciding = finding.deciding, let ownership = ownership(of: deciding.index) else { return [] }
    let id = transaction(deciding).transactionId
    var reasons: [Reason] = []
    switch ownership.attribution {
    case .missingToken:
      reasons.append(Reason(.missingToken, supports: true, transactionId: id, ownership.attribution.words))
    case .foreignToken:
      reasons.append(Reason(.foreignToken, supports: true, transactionId: id, ownership.attribution.words))
    case .intent, .token, .lineage: break
    }
    switch ownership.policyOutcome {
    case .transferred:
      reasons.append(
        Reason(
          .belongsToAnotherUser, supports: true, transactionId: id, "another user had it; it went over by the policy"))
    case .shared:
      reasons.append(
        Reason(
          .belongsToAnotherUser, supports: true, transactionId: id, "another user has it too, by the policy to share"))
    case .kept, nil: break
    }
    return reasons
  }

  /// Lays over what the evidence says what the app's own people gave: it counts where nothing that was bought does.
  func overlay(grantsOf productId: String, on finding: inout Finding) {
    let grants = evidence.grants.filter { $0.productId == productId && $0.user == evidence.user }
      .sorted { ($1.untilDate, $1.id) < ($0.untilDate, $0.id) }
    guard let latest = grants.first else { return }
    if now < latest.untilDate, !finding.entitled {
      finding.state = .grantedByUs
      finding.entitled = true
      finding.expiresDate = latest.untilDate
      finding.since = latest.grantedDate
      finding.next = NextStep(who: .nobody, text: "nothing to do: granted until \(Optional(latest.untilDate).minute)")
    }
    finding.reasons =
      Reason.list(grants) { grant in
        let isRunning = now < grant.untilDate
        return Reason(
          .grantedByUs, supports: isRunning,
          "granted by us, not bought: \(grant.reason); "
            + (isRunning ? "until " : "ended ") + Optional(grant.untilDate).minute)
      } + finding.reasons
  }
}

extension Attribution {
  /// How it was told, in plain words.
  package var words: String {
    switch self {
    case .intent: "the purchase was made for them"
    case .token: "its appAccountToken is theirs"
    case .lineage: "an earlier transaction of the same purchase is theirs"
    case .missingToken: "it carries no appAccountToken, so it went to whoever was logged in when it was first seen"
    case .foreignToken: "its appAccountToken is nobody's here, so the restore policy decided"
    }
  }
}

import StoreModel

extension ServerSession {
  /// Whose a transaction is, and how that was told; without a user it is nobody's yet.
  struct Claimant {
    let user: String?
    let how: Attribution
  }

  /// Whose an uploaded transaction is.
  ///
  /// What Apple signed comes before what a device says: a token that is known here decides even against the user whom the
  /// upload names.
  func attribution(of shown: ShownTransaction, in upload: OrderUpload) throws -> Claimant {
    if shown.isRenewal, let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    let announced = try upload.intentId.flatMap { try intent($0) }
    if let announced, let user = announced.user, announced.productId == shown.productId,
      shown.token == nil || shown.token == announced.token
    {
      return Claimant(user: user, how: .intent)
    }
    if let token = shown.token, let user = try user(ofToken: token) {
      return Claimant(user: user, how: upload.intendedUser == user ? .intent : .token)
    }
    if let user = upload.intendedUser, !shown.isRenewal, announced == nil || shown.token == nil {
      return Claimant(user: user, how: .intent)
    }
    return try attribution(withoutToken: shown, by: upload.currentUser)
  }

  /// Whose a transaction is that a device merely shows.
  func attribution(ofShown shown: ShownTransaction, by user: String?) throws -> Claimant {
    if shown.isRenewal, let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    if let token = shown.token, let user = try self.user(ofToken: token) { return Claimant(user: user, how: .token) }
    return try attribution(withoutToken: shown, by: user)
  }

  /// Whose a transaction is whose token says nothing here.
  private func attribution(withoutToken shown: ShownTransaction, by user: String?) throws -> Claimant {
    if let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    guard shown.token == nil else { return Claimant(user: nil, how: .foreignToken) }
    return Claimant(user: user, how: .missingToken)
  }
}

import AppStoreModel

/// The evidence about a customer as of a past date.
extension CustomerEvidence {
  /// Returns the evidence that was known at a date.
  ///
  /// A desk may have been filled much later by an import, so a statement counts from the date when Apple could first
  /// sign its content, or from its arrival if that was earlier.
  func known(at date: Timestamp) -> CustomerEvidence {
    var past = self
    past.statements.removeAll { $0.knownDate > date }
    past.events.removeAll { $0.signed > date }
    past.claims.removeAll { $0.at > date }
    past.usages.removeAll { $0.at > date }
    return past
  }
}

extension CustomerEvidence.Statement {
  /// When Apple could first sign this content; the stored copy may have been signed again later.
  var knownDate: Timestamp {
    let date: Timestamp? =
      switch content {
      case .transaction(let it): it.revocationDate ?? (it.isUpgraded == true ? it.signedDate : it.purchaseDate)
      case .renewal(let it): it.signedDate
      }
    return min(date ?? arrived, arrived)
  }
}

/// An offer that a product has, and whether a customer may take it.
package struct PreviewedOffer: Hashable, Sendable {
  package var type: OfferType
  /// The promotional offer's id or the offer code's name; nil for an introductory offer, which applies by itself.
  package var id: String?
  /// What it charges, in words: `free for 1 week`.
  package var words: String
  /// Why the customer cannot take it now; nil where it can be taken.
  package var reason: String?

  package init(type: OfferType, id: String? = nil, words: String, reason: String? = nil) {
    self.type = type
    self.id = id
    self.words = words
    self.reason = reason
  }

  /// The offer as a purchase names it; nil for one that applies by itself.
  package var name: OfferName? {
    switch type {
    case .promotionalOffer: id.map(OfferName.promotional)
    case .offerCode: id.map(OfferName.code)
    default: nil
    }
  }
}

/// An offer by its name, before anybody has signed it.
package enum OfferName: Hashable, Sendable {
  /// A promotional offer by its id.
  case promotional(String)
  /// An offer code by its reference name.
  case code(String)
}

/// Where an action's keys count: the pane, sheet or field that has the keys.
package enum Scope: String, CaseIterable, Hashable, Sendable {
  /// The dashboard itself, whichever pane is in front.
  case main
  /// The field that filters the products.
  case filter
  case paymentSheet, useSheet, refundList, refundReason, appStore, choice, confirmation, report, help
  /// Every place.
  case everywhere

  /// Whether characters that are typed belong to a text field here.
  package var takesText: Bool { self == .filter || self == .refundReason }
}

/// Where an action's keys count: the pane, sheet or field that has the keys.
package enum Scope: String, CaseIterable, Hashable, Sendable {
  /// The dashboard itself, whichever pane is in front.
  case main
  /// The field that filters the products.
  case filter
  /// A line of text that an action needs.
  case entry
  /// One order with its journal.
  case order
  case paymentSheet, useSheet, refundList, refundReason, appStore, choice, confirmation, report, help
  /// The parts of the App Store's side.
  case decisions, subscriptions, accounts, faults, settings, notifications, purchases
  /// The panel of a walkthrough, whatever else has the keys.
  case walkthrough
  /// Every place.
  case everywhere

  /// Whether characters that are typed belong to a text field here.
  package var takesText: Bool { self == .filter || self == .refundReason || self == .entry }
}

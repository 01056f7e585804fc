/// What can be made to go wrong at the app's server on purpose.
package enum AppServerFault: String, Hashable, Sendable, CaseIterable {
  /// It answers nothing.
  case down
  /// It does what it is asked, and its answer does not arrive.
  case noAnswer
  /// It refuses whatever is uploaded.
  case refused
  /// It finds whatever is uploaded too old.
  case overdue
}

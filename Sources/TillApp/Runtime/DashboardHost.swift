package import Dashboard
package import TerminalUI

/// A dashboard for the screen loop: the person's own, or that of a walkthrough.
package protocol DashboardHost: AnyObject {
  /// The running dashboard; a walkthrough replaces it when it goes back.
  var runtime: DashboardRuntime { get }

  /// Starts the dashboard, once the first frame is drawn.
  func start()

  /// Milliseconds until the host must act on its own; nil for never.
  var timeout: Int? { get }

  /// Does the work that is due: timed work, and reactions to events since the last call.
  func attend()

  /// Carries out a person's move in a walkthrough.
  func perform(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next
}

package import Dashboard
package import TerminalUI

/// A dashboard as the loop of the screen has it: the person's own, or that of a walkthrough.
package protocol DashboardHost: AnyObject {
  /// The dashboard; another one after a walkthrough went back.
  var runtime: DashboardRuntime { get }

  /// Begins, once the first frame is drawn.
  func start()

  /// Milliseconds until it has something to do by itself; nil for never.
  var timeout: Int? { get }

  /// Does what time, or what happened since, calls for.
  func attend()

  /// Does what a person wants of a walkthrough.
  func take(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next
}

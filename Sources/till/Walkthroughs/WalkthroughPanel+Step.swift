import Dashboard
import Walkthroughs

extension WalkthroughFile {
  /// The panel before the first step.
  var opening: WalkthroughPanel {
    panel(step: 0, text: walkthrough.story ?? walkthrough.title, status: .reading)
  }

  /// The panel after the last step.
  var ending: WalkthroughPanel {
    let tell = walkthrough.tell.map { "Tell the customer: \($0)" } ?? "That was the last step."
    return panel(step: walkthrough.steps.count, text: tell, status: .ended)
  }

  /// The panel as a step begins, with what is to be pressed on the dashboard as it stands.
  func panel(at index: Int, on stage: Stage, state: State) -> WalkthroughPanel {
    let step = walkthrough.steps[index]
    var (status, hints) = (WalkthroughPanel.Status.reading, step.hints(names: stage.names, in: state))
    switch step.deed {
    case .nothing: break
    case .moves: status = .waiting
    case .commands:
      status = .offstage
      hints = step.commandLines(names: stage.names).map { WalkthroughPanel.Hint(title: $0) }
    }
    return panel(step: index + 1, text: step.say ?? "", status: status, hints: hints)
  }

  private func panel(
    step: Int, text: String, status: WalkthroughPanel.Status, hints: [WalkthroughPanel.Hint] = []
  ) -> WalkthroughPanel {
    WalkthroughPanel(
      title: walkthrough.title, step: step, count: walkthrough.steps.count, text: text, status: status, hints: hints)
  }
}

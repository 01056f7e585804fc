import Screen

extension ActionTable {
  static let walkthrough: [ActionEntry] = [
    ActionEntry(
      .walkthroughs, in: [.main], keys: ["w"], title: "walkthroughs", short: "walks",
      summary: "Lists stories that are told step by step, in files of their own; nothing of yours is touched."),
    ActionEntry(
      .goOn, in: [.walkthrough], keys: [" "], title: "go on",
      summary: "Goes on in the walkthrough: Till does the step, or shows the next one."),
    ActionEntry(
      .stepBack, in: [.walkthrough], keys: [.backspace], title: "step back",
      summary: "Goes back to the beginning of the step; from there to the step before."),
    ActionEntry(
      .leaveWalkthrough, in: [.walkthrough], keys: ["w"], title: "leave",
      summary: "Leaves the walkthrough; its files are thrown away."),
  ]
}

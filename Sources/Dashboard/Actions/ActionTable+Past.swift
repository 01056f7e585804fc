import Core
import TerminalUI

extension ActionTable {
  /// The actions of the timeline, and those that show the device's past states.
  static let past: [ActionEntry] = [
    ActionEntry(
      .timeline, in: [.main], keys: ["T"], title: "timeline",
      summary: "Go to the timeline: what happened to each product, and what is planned."
    ) { $0.openTimeline() },
    ActionEntry(
      "picture", in: [.main, .appStore], keys: ["W"], title: "save picture",
      summary: "Save the screen to a file: a picture (SVG) or a recording (asciicast and animated SVG)."
    ) { $0.present($0.state.filmChoice) },
    ActionEntry(
      .earlier, in: [.main], keys: ["<"], title: "earlier",
      summary: "Go back to the previous moment at which the result changed; read-only.", rank: 13,
      unless: { $0.reasonAgainstPast(forward: false) }
    ) { $0.stepBack() },
    ActionEntry(
      .later, in: [.main], keys: [">"], title: "later",
      summary: "Go to the next moment at which the result changed; after the last one comes the present.", rank: 14,
      unless: { $0.reasonAgainstPast(forward: true) }
    ) { $0.stepForward() },
    ActionEntry(
      .earlier, in: [.timeline], keys: [.left, "<"], title: "earlier",
      summary: "Go back to the previous moment at which the result changed; read-only.", rank: 1,
      unless: { $0.reasonAgainstPast(forward: false) }
    ) { $0.stepBack() },
    ActionEntry(
      .later, in: [.timeline], keys: [.right, ">"], title: "later",
      summary: "Go to the next moment at which the result changed; after the last one comes the present.", rank: 2,
      unless: { $0.reasonAgainstPast(forward: true) }
    ) { $0.stepForward() },
    ActionEntry(
      .close, in: [.timeline], keys: [.escape, "T", "q", .enter], title: "close", summary: "Close the timeline.",
      rank: 0
    ) { $0.close() },
  ]
}

import Screen
import Texts

extension ActionTable {
  /// What happened, and what the device would have answered then.
  static let past: [ActionEntry] = [
    ActionEntry(
      .timeline, in: [.main], keys: ["T"], title: "timeline",
      summary: "Goes to the timeline: what happened to each product, and what is planned."
    ) { $0.openTimeline() },
    ActionEntry(
      "picture", in: [.main, .appStore], keys: ["W"], title: "picture",
      summary: "Writes what is on the screen to a file: a picture (SVG), or a recording (asciicast and moving SVG)."
    ) { $0.present($0.state.filmChoice) },
    ActionEntry(
      .earlier, in: [.main], keys: ["<"], title: "earlier",
      summary: "Shows the device as of the moment before at which its answer was another; read-only.", rank: 13,
      unless: { $0.reasonAgainstPast(forward: false) }
    ) { $0.stepBack() },
    ActionEntry(
      .later, in: [.main], keys: [">"], title: "later",
      summary: "Shows the next moment at which the answer changed; behind the last one is now.", rank: 14,
      unless: { $0.reasonAgainstPast(forward: true) }
    ) { $0.stepForward() },
    ActionEntry(
      .earlier, in: [.timeline], keys: [.left, "<"], title: "earlier",
      summary: "Shows the device as of the moment before at which its answer was another; read-only.", rank: 1,
      unless: { $0.reasonAgainstPast(forward: false) }
    ) { $0.stepBack() },
    ActionEntry(
      .later, in: [.timeline], keys: [.right, ">"], title: "later",
      summary: "Shows the next moment at which the answer changed; behind the last one is now.", rank: 2,
      unless: { $0.reasonAgainstPast(forward: true) }
    ) { $0.stepForward() },
    ActionEntry(
      .close, in: [.timeline], keys: [.escape, "T", "q", .enter], title: "close", summary: "Closes the timeline.",
      rank: 0
    ) { $0.close() },
  ]
}

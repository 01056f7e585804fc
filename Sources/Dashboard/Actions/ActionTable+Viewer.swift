import Screen
import Texts

/// What is done in something that is opened in full.
extension ActionTable {
  static let viewer: [ActionEntry] = [
    ActionEntry(
      .nextPane, in: [.viewer], keys: [.tab, "]", .right], title: "next section", short: "next",
      summary: "Shows the next section.", rank: 2
    ) { $0.showViewerSection(by: 1) },
    ActionEntry(
      "previous-pane", in: [.viewer], keys: [.backTab, "[", .left], title: "section before",
      summary: "Shows the section before."
    ) { $0.showViewerSection(by: -1) },
    ActionEntry(
      "fields", in: [.viewer], keys: ["1"], title: "Fields", summary: "What it says, member by member, with the units."
    ) { $0.show(.fields) },
    ActionEntry(
      "versions", in: [.viewer], keys: ["2"], title: "Versions",
      summary: "Every version that is held, and what changed from one to the next."
    ) { $0.show(.versions) },
    ActionEntry(
      "json", in: [.viewer], keys: ["3"], title: "JSON", summary: "What was signed, as JSON."
    ) { $0.show(.json) },
    ActionEntry(
      "trust", in: [.viewer], keys: ["4"], title: "trust",
      summary: "Why it is trusted: each check with its result, and the certificates from leaf to root.", rank: 3
    ) { $0.show(.trust) },
    ActionEntry(
      "flip-letter", in: [.viewer], keys: ["F"], title: "flip a letter", short: "flip",
      summary: "Changes one letter of what it says and shows which check notices; again shows the real one.", rank: 4,
      unless: \.reasonAgainstFlipping
    ) { $0.flipALetter() },
    ActionEntry(
      "copy-signed", in: [.viewer], keys: ["c"], title: "copy signed text", short: "copy",
      summary: "Copies the newest signed text (JWS) to the clipboard of the terminal.", rank: 6,
      unless: \.reasonAgainstFlipping
    ) { if let jws = $0.state.viewer?.jws { $0.effects.append(.copy(jws)) } },
    ActionEntry(
      .close, in: [.viewer], keys: [.escape, .enter, "q"], title: "back", summary: "Closes this.", rank: 1
    ) { $0.close() },
  ]
}

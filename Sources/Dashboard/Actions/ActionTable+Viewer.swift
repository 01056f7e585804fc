import Core
import TerminalUI

/// The actions of the viewer.
extension ActionTable {
  static let viewer: [ActionEntry] = [
    ActionEntry(
      .nextPane, in: [.viewer], keys: [.tab, "]", .right], title: "next section", short: "next",
      summary: "Show the next section.", rank: 2
    ) { $0.showViewerSection(by: 1) },
    ActionEntry(
      "previous-pane", in: [.viewer], keys: [.backTab, "[", .left], title: "previous section",
      summary: "Show the previous section."
    ) { $0.showViewerSection(by: -1) },
    ActionEntry(
      "fields", in: [.viewer], keys: ["1"], title: "Fields",
      summary: "The signed content, field by field, "
        + "with units."
    ) { $0.show(.fields) },
    ActionEntry(
      "versions", in: [.viewer], keys: ["2"], title: "Versions",
      summary: "Every stored version, and what changed from one to the next."
    ) { $0.show(.versions) },
    ActionEntry(
      "json", in: [.viewer], keys: ["3"], title: "JSON", summary: "The signed content as JSON."
    ) { $0.show(.json) },
    ActionEntry(
      "trust", in: [.viewer], keys: ["4"], title: "trust",
      summary: "Why Till trusts it: each check with its result, and the certificates from leaf to root.", rank: 3
    ) { $0.show(.trust) },
    ActionEntry(
      "flip-letter", in: [.viewer], keys: ["F"], title: "flip a letter", short: "flip",
      summary: "Change one letter of the content and show which check fails; press again for the real content.",
      rank: 4,
      unless: \.reasonAgainstFlipping
    ) { $0.flipALetter() },
    ActionEntry(
      "copy-signed", in: [.viewer], keys: ["c"], title: "copy signed text", short: "copy",
      summary: "Copy the newest signed text (JWS) to the terminal's clipboard.", rank: 6,
      unless: \.reasonAgainstFlipping
    ) { if let jws = $0.state.viewer?.jws { $0.effects.append(.copy(jws)) } },
    ActionEntry(
      .close, in: [.viewer], keys: [.escape, .enter, "q"], title: "back", summary: "Close this.", rank: 1
    ) { $0.close() },
  ]
}

import Core
package import Dashboard
import TerminalUI

/// A habit that a person can set: one row, from which reading, `till config`, the schema of the file and the manual are
/// made.
///
/// It is said by an option, else in the environment, else in the configuration file.
package struct Setting: Hashable, Sendable {
  /// Its possible values.
  package enum Kind: Hashable, Sendable {
    /// One of these words.
    case choice([String])
    /// A language by its name, `zh`, `zh-Hans` or `zh_CN.UTF-8`; `auto` for what the environment asks for.
    case language
    /// Yes or no.
    case flag
    /// A name of the person's own.
    case name
    /// Some of these words in an order, with commas or spaces between them; `auto` alone for what the program would
    /// choose.
    case list([String])
  }

  /// Its name in the file; behind a dot a member of an object.
  package let name: String
  package let kind: Kind
  /// Its default.
  package let standard: String
  /// Its name as an option; nil where it has none.
  package let option: String?
  private let summaryWords: Words

  private init(_ name: String, _ kind: Kind, standard: String, option: String? = nil, _ summary: Words) {
    (self.name, self.kind, self.standard, self.option) = (name, kind, standard, option)
    summaryWords = summary
  }

  /// Its description, in a few words.
  package var summary: String { summaryWords.text }

  /// Its name in the environment: `TILL_START_PANE`.
  package var variable: String { "TILL_" + name.uppercased().replacing(".", with: "_") }

  /// Every setting but keys and profiles, which are tables of their own, in the order in which they are shown.
  package static let all: [Setting] =
    [
      .theme, .language, .mouse, .plain, .title, .hints, .startPane, .startList, .startZoom, .profile,
    ] + Tab.allCases.map(columns(of:))

  /// The columns of a list.
  package static func columns(of tab: Tab) -> Setting {
    Setting(
      "columns." + tab.name, .list(["auto"] + Columns.Field.allCases.map(\.rawValue)), standard: "auto",
      "the columns of this list, in this order; auto shows those that fit")
  }

  package static let theme = Setting(
    "theme", .choice(TerminalUI.Palette.themes.map(\.name)), standard: "terminal", option: "theme",
    "the colours of the dashboard")
  package static let language = Setting(
    "language", .language, standard: "auto", option: "language",
    "the language of screens and texts; auto follows LC_ALL, LC_MESSAGES and LANG")
  package static let mouse = Setting(
    "mouse", .flag, standard: "false", "mouse clicks and the wheel; by default on where Shift still selects text")
  package static let plain = Setting(
    "plain", .flag, standard: "false", option: "plain", "the dashboard line by line, for screen readers and slow lines")
  package static let title = Setting("title", .flag, standard: "true", "the title of the terminal window")
  package static let hints = Setting("hints", .flag, standard: "true", "a line with five keys at the very first start")
  package static let startPane = Setting(
    "start.pane", .choice(Pane.allCases.map(\.name)), standard: "products", "the pane that is focused at the start")
  package static let startList = Setting(
    "start.list", .choice(Tab.allCases.map(\.name)), standard: "refunds", "the list that is shown at the start")
  package static let startZoom = Setting(
    "start.zoom", .flag, standard: "false", "whether the focused pane is maximized at the start")
  package static let profile = Setting(
    "profile", .name, standard: "default", option: "profile", "the active profile")
}

extension Setting {
  /// The object of the file that it is a member of; nil for a member of the whole.
  package var group: String? { name.contains(".") ? String(name.prefix { $0 != "." }) : nil }

  /// Its name within that object.
  package var ownName: String { group.map { String(name.dropFirst($0.count + 1)) } ?? name }

  /// The objects of the file.
  package static var groups: [String] {
    all.compactMap(\.group).reduce(into: []) { groups, group in if groups.last != group { groups.append(group) } }
  }

  /// A text as a value of this setting; nil where it is none.
  func value(of text: String) -> String? {
    switch kind {
    case .choice(let words): return words.contains(text) ? text : nil
    case .language: return text == "auto" ? text : Language(named: text)?.tag
    case .flag:
      switch text.lowercased() {
      case "true", "yes", "on", "1": return "true"
      case "false", "no", "off", "0": return "false"
      default: return nil
      }
    case .name: return text.isEmpty ? nil : text
    case .list(let words):
      let chosen = text.split { $0 == "," || $0 == " " }.map(String.init)
      let isRight =
        !chosen.isEmpty && chosen.allSatisfy(words.contains) && Set(chosen).count == chosen.count
        && (chosen == ["auto"] || !chosen.contains("auto"))
      return isRight ? chosen.joined(separator: ",") : nil
    }
  }

  /// Its possible values, as messages and the schema list them.
  package var words: [String] {
    switch kind {
    case .choice(let words), .list(let words): words
    case .language: ["auto"] + Language.tags
    case .flag: ["true", "false"]
    case .name: []
    }
  }
}

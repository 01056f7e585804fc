import Core
package import Dashboard
import TerminalUI

/// A setting that a person can change; each one is a row of this table.
///
/// The code that reads settings, `till config`, the file's JSON Schema and the manual all use these rows. A setting's
/// value comes from an option, else from the environment, else from the configuration file.
package struct Setting: Hashable, Sendable {
  /// The kind of values that a setting takes.
  package enum Kind: Hashable, Sendable {
    /// One of these words.
    case choice([String])
    /// A language name such as `zh`, `zh-Hans` or `zh_CN.UTF-8`; `auto` for the environment's language.
    case language
    /// Yes or no.
    case flag
    /// Any name.
    case name
    /// An ordered list of these words, separated by commas or spaces; `auto` alone lets Till choose.
    case list([String])
  }

  /// The setting's name in the file; a dot separates the object from the name inside it.
  package let name: String
  package let kind: Kind
  /// The default value.
  package let standard: String
  /// The name of the command-line option; nil where there is none.
  package let option: String?
  /// A description in a few words.
  let summary: Words

  private init(_ name: String, _ kind: Kind, standard: String, option: String? = nil, _ summary: Words) {
    (self.name, self.kind, self.standard, self.option, self.summary) = (name, kind, standard, option, summary)
  }

  /// The environment variable, such as `TILL_START_PANE`.
  package var variable: String { "TILL_" + name.uppercased().replacing(".", with: "_") }

  /// All settings except keys and profiles, which are tables of their own, in display order.
  package static let all: [Setting] =
    [
      .theme, .language, .mouse, .keystrokes, .plain, .title, .hints, .startPane, .startList, .startZoom, .profile,
    ] + Tab.allCases.map(columns(of:))

  /// Returns the setting for the columns of a list.
  package static func columns(of tab: Tab) -> Setting {
    Setting(
      "columns." + tab.rawValue, .list(["auto"] + Columns.Field.allCases.map(\.rawValue)), standard: "auto",
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
  package static let keystrokes = Setting(
    "keystrokes", .flag, standard: "false", option: "keystrokes",
    "the pressed keys at the lower right, for people who watch and for recordings")
  package static let plain = Setting(
    "plain", .flag, standard: "false", option: "plain", "the dashboard line by line, for screen readers and slow lines")
  package static let title = Setting("title", .flag, standard: "true", "the title of the terminal window")
  package static let hints = Setting("hints", .flag, standard: "true", "a line with five keys at the very first start")
  package static let startPane = Setting(
    "start.pane", .choice(Pane.allCases.map(\.rawValue)), standard: "products", "the pane that is focused at the start")
  package static let startList = Setting(
    "start.list", .choice(Tab.allCases.map(\.rawValue)), standard: "refunds", "the list that is shown at the start")
  package static let startZoom = Setting(
    "start.zoom", .flag, standard: "false", "whether the focused pane is maximized at the start")
  package static let profile = Setting(
    "profile", .name, standard: "default", option: "profile", "the active profile")
}

extension Setting {
  /// The JSON object that contains the setting; nil for a top-level setting.
  package var group: String? { name.contains(".") ? String(name.prefix { $0 != "." }) : nil }

  /// Whether a new value changes the running dashboard; any other setting counts from the next start.
  var isAtOnce: Bool { group == "columns" || [.theme, .language, .mouse, .keystrokes].contains(self) }

  /// The setting's name inside that object.
  package var ownName: String { group.map { String(name.dropFirst($0.count + 1)) } ?? name }

  /// The names of the file's inner objects.
  package static var groups: [String] {
    all.compactMap(\.group).reduce(into: []) { groups, group in if groups.last != group { groups.append(group) } }
  }

  /// Returns the setting's value from a text; nil where the text is invalid.
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

  /// The possible values, for messages and the JSON Schema.
  package var words: [String] {
    switch kind {
    case .choice(let words), .list(let words): words
    case .language: ["auto"] + Language.tags
    case .flag: ["true", "false"]
    case .name: []
    }
  }
}

import Core
import Dashboard
import TerminalUI
import Verbs

extension Command {
  /// The command `till config`, which shows the settings in effect and the source of each.
  static let config = Command(
    name: "config", summary: "show the settings in effect and where each comes from",
    forms: [UsageForm(.group(.value("keys|schema")))],
    details: [
      "keys lists every action with its place and keys; schema prints the file's JSON Schema.",
      "The file is JSON5: till/config.json5 in the XDG configuration directory (~/.config).",
      "Set keys by the action's name, everywhere or in one place: keys: "
        + "{quit: [\"q\", \"<Ctrl-Q>\"], \"main.buy\": \"K\"}.",
    ],
    examples: ["till config", "till config keys", "till config --json", "till config schema"], words: 0...1
  ) { call in
    switch call.words.first {
    case nil: list(call.settings, call.output)
    case "keys": listKeys(call.output)
    case "schema": call.output.raw((JSONValue.object(Settings.schema).serialized(.pretty) + "\n").utf8)
    case .some(let word):
      let near = nearest(to: word, among: ["keys", "schema"])
      throw UsageError(ConfigText.noConfigList(safeText(word), near: near).text)
    }
    return .done
  }

  private static func list(_ settings: Settings, _ output: Output) {
    output.document([
      "file": .string(safeText(settings.file.path)), "exists": .bool(settings.file.isThere),
      "settings": .array(Setting.all.map { .object($0.document(settings[$0])) }),
      "keys": .array(KeyMap.chosenEntries.map { .object($0.document) }),
      "profiles": settings.profileNames.map { safeText($0) }.json,
    ])
    let path = safeText(settings.file.path)
    output.text(settings.file.isThere ? say("file \(path)") : say("file \(path) (not found)"))
    let width = (Setting.all.map(\.name.count).max() ?? 0) + 2
    for setting in Setting.all {
      let entry = settings[setting]
      output.text(
        padded(setting.name, toWidth: width) + padded(setting.shown(entry.value), toWidth: 16)
          + ConfigText.whence(entry.source).text)
    }
    for entry in KeyMap.chosenEntries {
      output.text(
        padded("keys", toWidth: width) + entry.keyNames.joined(separator: " ") + "  "
          + say("for \(entry.action.rawValue) in \(Language.list(entry.scopes.map(\.rawValue))), from the file"))
    }
    if !settings.profileNames.isEmpty {
      output.text(
        padded("profiles", toWidth: width) + settings.profileNames.map { safeText($0) }.joined(separator: ", "))
    }
  }

  private static func listKeys(_ output: Output) {
    output.document(["keys": .array(ActionTable.entries.map { .object($0.document) })])
    let width = (Action.allCases.map(\.rawValue.count).max() ?? 0) + 2
    for entry in ActionTable.entries {
      output.text(
        padded(entry.action.rawValue, toWidth: width) + padded(entry.keyNames.joined(separator: " "), toWidth: 18)
          + entry.scopes.map(\.rawValue).joined(separator: ", "))
    }
  }
}

extension KeyMap {
  /// The rows of the action table whose keys the person changed.
  fileprivate static var chosenEntries: [ActionEntry] { ActionTable.entries.filter { current.isChosen($0) } }
}

extension ActionEntry {
  fileprivate var document: JSONObject {
    [
      "action": .string(action.rawValue), "places": scopes.map(\.rawValue).json, "keys": keys.map(\.description).json,
      "chosen": .bool(KeyMap.current.isChosen(self)),
    ]
  }
}

extension Setting {
  /// Returns a setting's value as a person reads it.
  func shown(_ value: String) -> String {
    kind == .flag ? ConfigText.isOn(value == "true").text : safeText(value, limit: 60)
  }

  fileprivate func document(_ entry: Settings.Entry) -> JSONObject {
    var object: JSONObject = ["name": .string(name)]
    object.append("value", kind == .flag ? .bool(entry.value == "true") : .string(entry.value))
    switch entry.source {
    case .standard: object.append("from", "default")
    case .screen: object.append("from", "screen")
    case .option: object.append("from", "option")
    case .environment(let variable):
      object.append("from", "environment")
      object.append("variable", .string(variable))
    case .file(let line):
      object.append("from", "file")
      object.append("line", .number(JSONNumber(Int64(line))))
    }
    return object
  }
}

import Core
import Dashboard
import TerminalUI

/// The settings of a running dashboard, which a person changes on the screen and may write to the configuration file.
package final class SettingsEditor {
  /// The settings as they are now.
  package private(set) var settings: Settings
  /// The settings that were changed on the screen since they were last written.
  private var unwritten: Set<Setting> = []
  private let environment: (String) -> String?

  package init(_ settings: Settings, environment: @escaping (String) -> String? = Environment.value) {
    (self.settings, self.environment) = (settings, environment)
  }

  /// Carries out a step of the person, and shows the settings again.
  func perform(_ move: SettingMove, on terminal: any TerminalDevice, _ runtime: DashboardRuntime) {
    var message: Message?
    switch move {
    case .list: break
    case .change(let name, let text):
      guard let setting = rows.first(where: { $0.name == name }), let value = setting.value(of: text) else { break }
      settings.set(setting, to: value)
      unwritten.insert(setting)
      message = use(setting, on: terminal, runtime).map { Message($0, .warning) }
    case .write: message = write()
    }
    runtime.receive(.settings(list(on: terminal)))
    if let message { runtime.receive(.said(message)) }
  }

  /// The settings that can be chosen from a list.
  private var rows: [Setting] { Setting.all.filter { $0 != .profile } }

  private func list(on terminal: any TerminalDevice) -> SettingList {
    SettingList(
      rows: rows.map { setting in
        let entry = settings[setting]
        let isDefault = setting == .mouse && entry.source == .standard
        let value = isDefault ? "\(terminal.hasMouse)" : entry.value
        var notes = [setting.summary.text, ConfigText.whence(entry.source).text]
        if !setting.isAtOnce, unwritten.contains(setting) { notes.append(say("counts from the next start")) }
        return SettingRow(
          name: setting.name, value: value, note: Language.clauses(notes), values: setting.words,
          isList: setting.group == "columns")
      }, unwritten: rows.filter(unwritten.contains).map(\.name), file: settings.file.path)
  }

  /// Uses a new value at once, where that is possible; returns what to tell the person.
  private func use(_ setting: Setting, on terminal: any TerminalDevice, _ runtime: DashboardRuntime) -> String? {
    switch setting {
    case .theme: if !terminal.use(settings.palette) { return say("This terminal shows no colours.") }
    case .mouse:
      let isOn = settings.isOn(.mouse)
      if terminal.takeMouse(isOn) != isOn { return say("This terminal does not support a mouse.") }
    case .language:
      Language.speak(Language(named: settings[.language].value) ?? .asked(by: environment))
      runtime.speakAgain()
    default: runtime.receive(.layout(settings.layout))
    }
    return nil
  }

  private func write() -> Message {
    let values = rows.filter(unwritten.contains).map { (setting: $0, value: settings[$0].value) }
    do throws(CommandError) {
      let path = try ConfigurationFile.write(values, environment: environment)
      unwritten = []
      // The environment and options still come before the file.
      let names = Language.series(values.map(\.setting.name))
      return Message(say("Wrote \(names) to \(safeText(path))."), .good)
    } catch {
      return Message(error.message, .bad)
    }
  }
}

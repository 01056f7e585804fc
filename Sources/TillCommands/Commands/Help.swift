import SafeText
import StrictJSON
import TillRuntime

/// The help texts, made from the tables of commands and options.
enum Help {
  static func overview(_ output: Output) -> ExitStatus {
    let commands = CommandTable.all
    output.document([
      "ok": true, "message": "the commands of till",
      "commands": .array(commands.map { .object($0.document) }),
    ])
    var text = [
      "till shows what a customer's in-app purchases entitle to, and why.", "",
      "  till                       open the dashboard", "  till --demo                the same with throw-away files",
      "  till COMMAND [OPTIONS]", "", "Commands:",
    ]
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    text += commands.map { "  " + padded($0.name, toWidth: width) + $0.summary }
    text += ["", "Options of every command:"] + lines(CommandOption.global)
    text += [
      "", "Examples:", "  till --demo", "  till status --json", "  till buy com.example.piglet.premium",
      "  till refund-check && till status", "",
      "Exit status: " + ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + ".",
      "till help COMMAND says more about one.",
    ]
    output.text(text.joined(separator: "\n"))
    return .done
  }

  static func command(_ command: Command, _ output: Output) -> ExitStatus {
    output.document(command.document)
    let head = command.usage.enumerated().map { ($0.offset == 0 ? "usage: till " : "       till ") + $0.element }
    var text = ["till \(command.name): \(command.summary)", ""] + head
    let own = CommandOption.particular.filter {
      command.options.contains($0.name)
    }
    if !own.isEmpty { text += ["", "Options:"] + lines(own) }
    if !command.details.isEmpty { text += [""] + command.details }
    if !command.examples.isEmpty { text += ["", "Examples:"] + command.examples.map { "  " + $0 } }
    text += ["", "till help lists the options of every command."]
    output.text(text.joined(separator: "\n"))
    return .done
  }

  private static func lines(_ options: [CommandOption]) -> [String] {
    let names = options.map(\.usage)
    let width = (names.map(\.count).max() ?? 0) + 2
    return zip(names, options).map { "  " + padded($0, toWidth: width) + $1.help }
  }
}

extension Command {
  fileprivate var document: JSONObject {
    [
      "ok": true, "message": .string(summary), "name": .string(name), "usage": usage.map { "till " + $0 }.json,
      "examples": examples.json,
    ]
  }
}

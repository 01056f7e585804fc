import Core
import Verbs

/// The help texts, generated from the tables of commands and options.
enum Help {
  static func overview(_ output: Output) -> ExitStatus {
    let commands = CommandTable.all
    output.document([
      "ok": true, "message": .string(say("the commands of till")),
      "commands": .array(commands.map { .object($0.document) }),
    ])
    var text = [
      say("till shows which access a customer's in-app purchases give, and why."), "",
      say("  till                       open the dashboard"),
      say("  till --demo                open it with temporary demo data"),
      "  till COMMAND [OPTIONS]",
    ]
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    for row in CommandTable.rows {
      if let title = row.title { text += ["", say("\(title.text):")] }
      text.append("  " + padded(row.command.name, toWidth: width) + row.command.summary.text)
    }
    text += ["", say("Options of every command:")] + lines(CommandTable.globalOptions)
    text += [
      "", ArgumentText.examples.text, "  till --demo", "  till status --json", "  till buy com.example.piglet.premium",
      "  till refund-check && till status", "",
      say(
        "Exit status: "
          + "\(Language.series(ExitStatus.allCases.map { "\($0.rawValue) \($0.text)" }))."),
      say("till help COMMAND explains one command."),
    ]
    output.text(text.joined(separator: "\n"))
    return .done
  }

  static func command(_ command: Command, _ output: Output) -> ExitStatus {
    output.document(command.document)
    let head = command.usage.enumerated().map { number, form in
      number == 0 ? say("usage: till \(form)") : say("       till \(form)")
    }
    var text = ["till \(command.name): \(command.summary)", ""] + head
    let own = command.options
    if !own.isEmpty { text += ["", say("Options:")] + lines(own) }
    if !command.details.isEmpty { text += [""] + command.details.map(\.text) }
    if !command.examples.isEmpty { text += ["", ArgumentText.examples.text] + command.examples.map { "  " + $0 } }
    text += ["", say("till help lists the options of every command.")]
    output.text(text.joined(separator: "\n"))
    return .done
  }

  private static func lines(_ options: [AnyParameter]) -> [String] {
    let names = options.map(\.listing)
    let width = (names.map(\.count).max() ?? 0) + 2
    return zip(names, options).map { "  " + padded($0, toWidth: width) + $1.help.text }
  }
}

extension Command {
  fileprivate var document: JSONObject {
    [
      "ok": true, "message": .string(summary.text), "name": .string(name), "usage": usage.map { "till " + $0 }.json,
      "examples": examples.json,
    ]
  }
}

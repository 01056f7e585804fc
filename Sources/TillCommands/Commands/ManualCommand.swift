import Dashboard
import SafeText
import StoreVerbs
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let manual = Command(
    name: "manual", summary: "the manual pages, as troff for man",
    usage: ["manual [COMMAND]", "manual --to DIR"], options: ["to"],
    examples: ["till manual | man -l -", "till manual buy | man -l -", "till manual --to ~/.local/share/man/man1"],
    words: 0...1
  ) { call in
    guard let folder = call.options["to"] else {
      let name = call.words.first
      let page = try name.map { ManualPage(try CommandTable.command(named: $0)) } ?? ManualPage.program
      call.output.document(["ok": true, "message": .string(page.title), "page": .string(page.text)])
      if !call.output.json { call.output.raw(page.text.utf8) }
      return .done
    }
    guard call.words.isEmpty else { throw UsageError(say("--to writes every page: leave COMMAND out")) }
    let pages = [ManualPage.program] + CommandTable.all.map(ManualPage.init)
    do throws(FileError) {
      try Files.makeFolder(folder)
      for page in pages { try Files.write(Array(page.text.utf8), to: folder + "/" + page.file, mode: 0o644) }
    } catch {
      throw CommandError(.failed, say("\(safeText(error.path)) cannot be written: name a folder of yours"))
    }
    let message = say(
      pages.count, "\(pages.count) page in \(safeText(folder))", "\(pages.count) pages in \(safeText(folder))")
    call.output.document(["ok": true, "message": .string(message), "files": .strings(pages.map(\.file))])
    call.output.text(message)
    return .done
  }
}

/// A manual page, made from the tables of commands, verbs, options and actions (`man(7)`).
struct ManualPage {
  /// The name of the page: `till`, or `till-buy`.
  let title: String
  private var lines: [String]

  private static let name: Words = "NAME"
  private static let whatItIs: Words = "what a customer's in-app purchases entitle to, and why"

  /// The name of its file.
  var file: String { title + ".1" }

  /// The page in troff.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private init(title: String, summary: String) {
    self.title = title
    lines = [
      "'\\\" \(say("Made from the tables of the program: till manual"))",
      ".TH \(Self.escaped(title.uppercased())) 1 \"\" \"Till\"",
      ".SH \(Self.name)", "\(Self.escaped(title)) \\- \(Self.escaped(summary))",
    ]
  }

  /// The page of a command.
  init(_ command: Command) {
    self.init(title: "till-" + command.name, summary: command.summary.text)
    section("SYNOPSIS")
    for usage in command.usage where command.name != "simulator" { synopsis(usage) }
    if command.name == "simulator" {
      synopsis("simulator VERB ...")
      section("VERBS")
      for verb in Verb.all where verb.access != .otherCommands { item(verb.usage, verb.summary.text) }
    } else if !command.details.isEmpty {
      section("DESCRIPTION")
      for line in command.details { lines += [Self.escaped(line.text), ".br"] }
    }
    let own = CommandOption.particular.filter { command.options.contains($0.name) }
    if !own.isEmpty {
      section("OPTIONS")
      own.forEach { item($0) }
    }
    examples(command.examples)
    section("SEE ALSO")
    lines.append(".BR till (1)")
  }

  /// The page of the program.
  static var program: ManualPage {
    var page = ManualPage(title: "till", summary: Self.whatItIs.text)
    page.section("SYNOPSIS")
    page.lines += [".B till", "[\\fIOPTIONS\\fR]", ".br", ".B till", "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]"]
    page.section("DESCRIPTION")
    page.lines.append(
      escaped(
        say(
          "A signed, offline, scriptable App Store in a terminal. Without a command the dashboard opens; till "
            + "--demo opens it on throw-away data."
        )))
    page.section("COMMANDS")
    for row in CommandTable.rows {
      if let title = row.title { page.lines.append(".SS " + escaped(title.text)) }
      page.item("till " + row.command.name, row.command.summary.text)
    }
    page.section("OPTIONS")
    CommandOption.global.forEach { page.item($0) }
    page.section("KEYS")
    for row in ActionTable.keys(of: [.main, .everywhere]) { page.item(row.names.joined(separator: ", "), row.summary) }
    page.section("EXIT STATUS")
    for status in ExitStatus.allCases { page.item("\(status.rawValue)", status.meaning) }
    page.section("FILES")
    page.lines.append(
      escaped(
        say("One directory for each backend under till in the XDG data directory, or the one that --store names.")))
    page.section("SEE ALSO")
    page.lines.append(CommandTable.all.map { ".BR till\\-\(escaped($0.name)) (1)" }.joined(separator: ",\n"))
    return page
  }

  private mutating func section(_ name: Words) { lines.append(".SH \"\(name)\"") }

  private mutating func synopsis(_ usage: String) { lines += [".B " + Self.escaped("till " + usage), ".br"] }

  private mutating func item(_ name: String, _ text: String) {
    lines += [".TP", ".B " + Self.escaped(name), Self.escaped(text)]
  }

  private mutating func item(_ option: CommandOption) {
    item(option.usage, option.help.text)
  }

  private mutating func examples(_ examples: [String]) {
    guard !examples.isEmpty else { return }
    section("EXAMPLES")
    lines.append(".nf")
    lines += examples.map(Self.escaped)
    lines.append(".fi")
  }

  /// A text that means nothing to troff: a backslash, a hyphen that is typed, a control line's first character.
  static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}

import Core
import Dashboard
import TerminalUI
import Verbs

extension Command {
  static let walkthrough = Command(
    name: "walkthrough", summary: "watch, check, print or record a guided story",
    forms: [
      UsageForm("list"), UsageForm("play", .value("NAME", .walkthroughs)),
      UsageForm("check", .group(.value("NAME...", .walkthroughs))), UsageForm("print", .value("NAME", .walkthroughs)),
      UsageForm(
        "record", .either([.value("NAME", .walkthroughs)], [.shown("--demo=SCENE")]), .needed(.writtenFile),
        .option(.size(form: "100x30")), .shown("[--keystrokes]")),
    ],
    examples: [
      "till walkthrough list", "till walkthrough play first-purchase", "till walkthrough check --json",
      "till walkthrough print refund > refund.md", "till walkthrough record refund --to refund.cast",
      "till walkthrough record --demo=grace --keystrokes --to grace.svg", "till walkthrough check ./my-own.json5",
    ]
  ) { call in
    let names = Array(call.words.dropFirst())
    let form = call.words[0]
    let recording = call.options.has(.writtenFile) ? "to" : call.options.has(.size) ? "size" : nil
    if form != "record", let option = recording {
      throw UsageError(
        say("unknown option --\(option) of till walkthrough \(safeText(form)); see till help walkthrough"))
    }
    switch (form, names.count) {
    case ("list", 0): return list(call)
    case ("check", _): return try check(names, call)
    case ("print", 1): return try printHandOut(names[0], call)
    case ("play", 1): return try WalkthroughProgram.play(names[0], call)
    case ("record", 1): return try await record(WalkthroughLibrary.file(named: names[0]), call)
    case ("record", 0):
      guard let scene = call.options.storeOptions.scene else { fallthrough }
      return try await record(WalkthroughLibrary.file(named: scene, .scenes), isScene: true, call)
    default:
      throw UsageError(say("usage: till walkthrough list | play NAME | check [NAME...] | print NAME | record NAME"))
    }
  }

  private static func list(_ call: Invocation) -> ExitStatus {
    var documents: [JSONValue] = []
    var table = Table(titles: ["NAME", "STEPS", "TITLE"])
    for path in WalkthroughLibrary.paths() {
      let name = WalkthroughFile.name(of: path)
      do {
        let walkthrough = try WalkthroughFile(path: path).walkthrough
        let steps = walkthrough.steps.count
        documents.append(["name": .string(name), "title": .string(walkthrough.title), "steps": .number(steps)])
        table.append([name, String(steps), walkthrough.title])
      } catch {
        call.output.note(CommandError(explaining: error).message)
      }
    }
    call.output.document(["walkthroughs": .array(documents)])
    call.output.text(table.text)
    if documents.isEmpty {
      call.output.note(
        say("searched \(Language.series(WalkthroughLibrary.folders().map { safeText($0) }))"))
    }
    return .done
  }

  private static func check(_ names: [String], _ call: Invocation) throws -> ExitStatus {
    let files =
      try names.isEmpty
      ? WalkthroughLibrary.paths().map { try WalkthroughFile(path: $0) }
      : names.map { try WalkthroughLibrary.file(named: $0) }
    guard !files.isEmpty else {
      throw CommandError(.failed, say("no walkthroughs found"))
    }
    var documents: [JSONValue] = []
    var failures: [String] = []
    for file in files {
      let failure = try WalkthroughCheck(walkthrough: file.walkthrough, folder: file.folder).run()
      var document: JSONObject = [
        "name": .string(file.name), "ok": .bool(failure == nil), "steps": .number(file.walkthrough.steps.count),
      ]
      if let failure {
        document.append("step", .number(failure.step))
        document.append("line", .number(failure.line))
        document.append("mismatches", .strings(failure.mismatches))
        failures.append("\(file.name): \(failure.message)")
      }
      documents.append(.object(document))
      call.output.text((failure == nil ? "ok   " : "BAD  ") + safeText(file.name))
    }
    let message = failures.isEmpty ? say("all as expected") : Language.clauses(failures)
    call.output.document([
      "ok": .bool(failures.isEmpty), "message": .string(message), "walkthroughs": .array(documents),
    ])
    failures.forEach { call.output.note(safeText($0, limit: 1000)) }
    return failures.isEmpty ? .done : .failed
  }

  private static func printHandOut(_ name: String, _ call: Invocation) throws -> ExitStatus {
    let file = try WalkthroughLibrary.file(named: name)
    let markdown = try HandOut(file).markdown()
    return call.done(
      say("the hand-out of \(file.name)"), ["name": .string(file.name), "markdown": .string(markdown)],
      text: String(markdown.dropLast()))
  }

  /// Returns the size of a recording, which must have room for the whole dashboard.
  private static func size(_ call: Invocation) throws -> Size {
    let (size, least) = (try call.options[.size] ?? Size(width: 100, height: 30), State.leastSize)
    guard size.width >= least.width, size.height >= least.height else {
      throw UsageError(say("--size \(size.width)x\(size.height) is too small (minimum \(least.width)x\(least.height))"))
    }
    return size
  }

  private static func record(_ file: WalkthroughFile, isScene: Bool = false, _ call: Invocation) async throws
    -> ExitStatus
  {
    guard let target = try call.options[.writtenFile] else {
      throw UsageError(say("till walkthrough record NAME needs --to FILE"))
    }
    let palette = call.options.has(.noColor) ? .colorless : call.settings.palette
    let (size, layout) = (try size(call), call.settings.layout)
    let recording =
      isScene
      ? try await Recording(scene: file, size: size, palette: palette, layout: layout)
      : try Recording(file, size: size, palette: palette, layout: layout)
    let text =
      if target.hasSuffix(".cast") {
        recording.film.asciicast
      } else if target.hasSuffix(".svg") {
        recording.film.svg
      } else {
        recording.film.plainText
      }
    do throws(FileError) { try Files.write(Array(text.utf8), to: target, mode: 0o644) } catch {
      throw CommandError(.failed, say("could not write \(safeText(target)); check the folder and its permissions"))
    }
    let message =
      say(
        recording.film.pictures.count,
        "recorded \(file.name): \(recording.film.pictures.count) picture in \(safeText(target))",
        "recorded \(file.name): \(recording.film.pictures.count) pictures in \(safeText(target))")
    return call.done(
      message,
      [
        "name": .string(file.name), "file": .string(target),
        "frames": .number(recording.film.pictures.count),
      ])
  }
}

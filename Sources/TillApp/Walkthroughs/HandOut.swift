import Core
import Dashboard
import TerminalUI

/// A walkthrough as a Markdown hand-out: its sentences, its keys, and the screen after each step.
struct HandOut {
  private let file: WalkthroughFile

  init(_ file: WalkthroughFile) { self.file = file }

  /// Plays the whole walkthrough, and returns the hand-out.
  ///
  /// - Throws: A `CommandError` (exit 1) when a step's check fails, so that a hand-out never shows a wrong result.
  func markdown() throws -> String {
    let walkthrough = file.walkthrough
    var parts = ["# \(Destination.markdown.safe(walkthrough.title))"]
    if let story = walkthrough.story { parts.append(Destination.markdown.safe(story)) }
    let stage = try Stage(walkthrough.start, folder: file.folder)
    defer { stage.discard() }
    let screen = try StageScreen(stage, size: Size(width: 100, height: 30))
    defer { screen.close() }
    parts.append(Self.block(screen.frame))
    for (index, step) in walkthrough.steps.enumerated() {
      parts.append(say("## Step \(index + 1)"))
      if let say = step.say { parts.append(Destination.markdown.safe(say)) }
      let keys = step.hints(names: stage.names, in: screen.runtime.state)
      let commands = step.commandLines(names: stage.names)
      stage.tick(walkthrough.start.tick)
      let mismatches = try screen.perform(step)
      guard mismatches.isEmpty else {
        throw CommandError(
          .failed,
          "\(file.name): "
            + WalkthroughCheck.Failure(step: index + 1, line: step.line, mismatches: mismatches).message)
      }
      if !keys.isEmpty { parts.append(Words("Keys: \(Language.series(keys.map(Self.text)))").text) }
      if !commands.isEmpty { parts.append(Destination.markdownBlock(commands)) }
      if step.deed != .nothing { parts.append(Self.block(screen.frame)) }
    }
    if let tell = walkthrough.tell {
      parts.append(Words("## What to tell the customer\n\n\(Destination.markdown.safe(tell))").text)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func text(_ hint: WalkthroughPanel.Hint) -> String {
    (hint.key.isEmpty ? "" : "`\(hint.key)` ") + Destination.markdown.safe(hint.title)
  }

  private static func block(_ frame: Frame) -> String { Destination.markdownBlock(frame.lines) }
}

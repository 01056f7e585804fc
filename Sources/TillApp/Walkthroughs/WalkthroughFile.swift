import Core
import Dashboard
import TerminalUI

/// A walkthrough or scenario with where it was found.
struct WalkthroughFile {
  let path: String
  let walkthrough: Walkthrough

  /// The name by which it is called: its file's, without the ending.
  var name: String { Self.name(of: path) }
  /// The folder that the files it names lie in.
  var folder: String { Files.folder(of: path) }

  /// The ending of a walkthrough's file name.
  static let ending = ".json5"

  static func name(of path: String) -> String {
    let file = Files.name(of: path)
    return file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
  }

  /// Reads a file.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file, and the mistake in it with line and key.
  init(path: String) throws {
    self.path = path
    do {
      walkthrough = try Walkthrough(parsing: InputFile.bytes(path), check: Stage.mistake)
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(path)): \(safeText(error.description, limit: 600))")
    }
  }
}

/// `till walkthrough play`: the dashboard on a stage, from the first frame on.
enum WalkthroughProgram {
  static func play(_ name: String, _ call: Invocation) throws -> ExitStatus {
    let file = try WalkthroughLibrary.file(named: name)
    let terminal: any TerminalDevice
    do throws(TerminalUnavailable) {
      terminal = try DashboardProgram.terminal(call.settings, call.options, call.output)
    } catch {
      throw CommandError(
        .failed, say("no dashboard, as \(error.text); till walkthrough print \(file.name) prints the story"))
    }
    defer { terminal.close() }
    let player = try WalkthroughPlayer(file, size: terminal.size)
    ScreenLoop(host: player, terminal: terminal).run()
    // The screen is given back before the last tasks are waited for.
    terminal.close()
    player.close()
    return .done
  }
}

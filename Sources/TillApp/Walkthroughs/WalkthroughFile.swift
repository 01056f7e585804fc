import Core
import Dashboard
import TerminalUI

/// A walkthrough or scenario with the path of its file.
struct WalkthroughFile {
  let path: String
  let walkthrough: Walkthrough

  /// The file's name without its extension, by which commands find it.
  var name: String { Self.name(of: path) }
  /// The folder of the file, in which the files that it names are found.
  var folder: String { Files.folder(of: path) }

  /// The extension of walkthrough and scenario files.
  static let ending = ".json5"

  static func name(of path: String) -> String {
    let file = Files.name(of: path)
    return file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
  }

  /// Reads a walkthrough or scenario file.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file, and the mistake with its line and key.
  init(path: String) throws {
    self.path = path
    do {
      walkthrough = try Walkthrough(parsing: InputFile.bytes(path), check: Stage.mistake)
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(path)): \(safeText(error.description, limit: 600))")
    }
  }
}

/// The command `till walkthrough play`, which opens a dashboard on a stage.
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
    // The terminal is restored before the last tasks are awaited.
    terminal.close()
    player.close()
    return .done
  }
}

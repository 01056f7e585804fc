package import Foundation
package import Testing

/// Apple's own server library in Python, which checks signed data and answers independently of Till.
///
/// It is installed once in a virtual environment in the build folder. Where there is no Python, or the library cannot
/// be installed, every test that needs it is skipped, with a printed reason.
package enum ApplesPythonLibrary {
  private static let version = "3.1.2"

  /// The interpreter of the environment, or the reason why there is none.
  private static let interpreter: Result<URL, Absence> = {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let build = checkout.appending(path: ".build")
    let home = build.appending(path: "app-store-server-library-\(version)")
    let python = home.appending(path: "bin/python")
    if exists(python) { return .success(python) }
    let unfinished = build.appending(path: "app-store-server-library-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: unfinished) }
    do {
      try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
      try check(["python3", "-m", "venv", path(unfinished)])
      try check([
        path(unfinished.appending(path: "bin/python")), "-m", "pip", "install", "--quiet", "--retries", "1",
        "--timeout", "20", "--disable-pip-version-check", "app-store-server-library==\(version)",
      ])
      // Another run may have made it meanwhile, and either one will do.
      if !exists(python) { try FileManager.default.moveItem(at: unfinished, to: home) }
      return .success(python)
    } catch {
      return exists(python) ? .success(python) : .failure(Absence(reason: "\(error)"))
    }
  }()

  /// Whether the library can be used.
  ///
  /// For `@Test(.enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence))`.
  package static var isPresent: Bool { (try? interpreter.get()) != nil }

  /// The reason that a skipped test prints.
  package static var absence: Comment {
    guard case .failure(let absence) = interpreter else { return "Apple's Python library is there" }
    return "Apple's Python library cannot be used: \(absence.reason)"
  }

  /// Runs a Python script that can import the library.
  ///
  /// - Parameters:
  ///   - script: The Python text.
  ///   - arguments: The script's `sys.argv[1:]`.
  ///   - input: The script's standard input.
  /// - Returns: The script's output.
  /// - Throws: An error with the script's messages, if its exit status is not 0.
  package static func run(_ script: String, arguments: [String] = [], input: Data = Data()) throws -> Data {
    try check([path(try interpreter.get()), "-c", script] + arguments, input: input)
  }

  private struct Absence: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  @discardableResult
  private static func check(_ words: [String], input: Data = Data()) throws -> Data {
    let folder = try ScratchFolder.make("till-python")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes, so that neither side waits for the other.
    let files = try ["input", "output", "error"].map { name in
      let file = folder.appending(path: name)
      try (name == "input" ? input : Data()).write(to: file)
      return try FileHandle(forUpdating: file)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = try String(decoding: Data(contentsOf: folder.appending(path: "error")), as: UTF8.self)
      throw Absence(reason: said.isEmpty ? "\(words[0]) ended with \(process.terminationStatus)" : said)
    }
    return try Data(contentsOf: folder.appending(path: "output"))
  }

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: path(file)) }

  private static func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}

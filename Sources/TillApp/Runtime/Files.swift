import Core
import Libc

/// The environment variables and directories of the process.
package enum Environment {
  /// Returns the value of a variable; nil where it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The home directory: `HOME`, or else the home of the user's passwd entry.
  package static var home: String {
    value("HOME") ?? getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? "/"
  }

  /// Returns a base directory of the XDG specification, which says to ignore relative paths.
  ///
  /// - Parameter folder: The folder in the home directory that counts where the variable names none.
  package static func baseDirectory(
    _ variable: String, else folder: String, in environment: (String) -> String? = Environment.value
  ) -> String {
    if let path = environment(variable), path.hasPrefix("/") { return path }
    return (environment("HOME") ?? home) + "/" + folder
  }

  /// The directory for temporary files, with a trailing slash.
  package static var temporaryDirectory: String {
    let directory = value("TMPDIR") ?? "/tmp"
    return directory.hasSuffix("/") ? directory : directory + "/"
  }

  /// The path of the running program with symbolic links resolved; nil where the system does not know it.
  package static var program: String? {
    // /proc does not exist on every system, nor in every sandbox.
    SafeFile.resolved("/proc/self/exe") ?? BuiltIn.program.flatMap(SafeFile.resolved)
  }
}

/// A file error, with the system's error number (`errno`).
package struct FileError: Error, Hashable, Sendable {
  package let path: String
  package let code: Int32

  init(_ path: String) { self.init(path, errno) }

  init(_ path: String, _ code: Int32) { (self.path, self.code) = (path, code) }
}

/// Files and folders by their paths.
package enum Files {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  package static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the size of a file in bytes; nil where there is none.
  package static func size(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  /// Returns the folder of a path without a trailing slash; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns an absolute path.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Reads all bytes of a file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    guard let bytes = read(descriptor) else { throw FileError(path) }
    return bytes
  }

  /// Reads an open file up to its end; returns nil when it cannot be read.
  package static func read(_ descriptor: Int32) -> [UInt8]? {
    var info = stat()
    let length = fstat(descriptor, &info) == 0 ? Int(clamping: info.st_size) : 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + 1)
    var buffer = [UInt8](repeating: 0, count: min(max(length + 1, 4096), 1 << 20))
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
      #else
        let count = Darwin.read(descriptor, &buffer, buffer.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Replaces a file atomically: a reader finds the old content or the new one.
  ///
  /// - Parameter mode: The file's permissions.
  package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws(FileError) {
    let code = SafeFile.replace(path, with: bytes, mode: mode)
    if code != 0 { throw FileError(path, code) }
  }

  /// Writes all bytes to an open file.
  ///
  /// - Returns: Whether all bytes were written.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool { SafeFile.write(bytes, to: descriptor) }

  /// Returns the sorted names of a folder's entries, without `.` and `..`.
  package static func names(in folder: String) throws(FileError) -> [String] {
    guard let directory = opendir(folder) else { throw FileError(folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates a folder that only its owner can use, with all missing parent folders.
  package static func makeFolder(_ path: String) throws(FileError) {
    if isDirectory(path) { return }
    let parent = folder(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
  }

  /// Copies a file.
  package static func copy(_ path: String, to target: String) throws(FileError) {
    var info = stat()
    guard stat(path, &info) == 0 else { throw FileError(path) }
    try write(read(path), to: target, mode: UInt32(info.st_mode) & 0o777)
  }

  /// Removes a file, or a folder with its contents; removes a symbolic link but not its target.
  package static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in (try? names(in: path)) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }
}

/// A folder that restricts which files may be named in data from other people.
package struct FolderScope: Sendable {
  package let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// Returns whether a path names a file directly in the folder.
  package func holds(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    return Self.isName(path.dropFirst(folder.count + 1))
  }

  /// Returns whether a text is a plain file name, which cannot lead to another folder.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
  }

  /// Returns whether a relative path without `..` stays inside the folder when all symbolic links are followed.
  package func leadsTo(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy(Self.isName) else { return false }
    guard let top = SafeFile.resolved(folder) else { return false }
    // A missing file is allowed here; its reader reports that it is missing.
    guard let whole = SafeFile.resolved(folder + "/" + path) else { return Self.isMissing(folder + "/" + path) }
    return whole.hasPrefix(top == "/" ? top : top + "/")
  }

  private static func isMissing(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) != 0
  }
}

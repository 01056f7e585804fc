import Foundation

/// The kernel's figures of a running program.
struct ProgramLook {
  /// Resident pages, in KiB (VmRSS).
  let memory: Int
  let descriptors: Int

  /// Looks at it; throws when it is gone.
  init(at process: pid_t) throws(BenchFailure) {
    let folder = "/proc/\(process)"
    guard let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let size = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) }),
      let open = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    else { throw BenchFailure("the kernel does not tell the memory of the process \(process): it is gone") }
    (memory, descriptors) = (size, open.count)
  }
}

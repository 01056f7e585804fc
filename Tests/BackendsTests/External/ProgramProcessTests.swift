import Foundation
import TestSupport
import Testing

@testable import Backends

@Suite struct ProgramProcessTests {
  /// A program that closes its output and ignores SIGTERM is killed, so that the thread that waits for it ends.
  @Test(.timeLimit(.minutes(1))) func aProgramThatIgnoresSIGTERMIsKilled() async throws {
    let path = ScratchFolder.path + "till-stubborn-" + UUID().uuidString
    try Spawn.write(
      program: "#!/bin/sh\ntrap '' TERM\nexec <&- >&- 2>&-\nwhile :; do sleep 1; done\n", to: path)
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    let process = try ProgramProcess(path, line: { _ in }, aside: { _ in }, end: { end.yield($0) })
    var iterator = ends.makeAsyncIterator()
    #expect(await iterator.next() == "signal 9")
    withExtendedLifetime(process) {}
  }
}

import Foundation
import Testing

@testable import TerminalUI

/// Tests of the text that is sent to a terminal's clipboard.
@Suite struct ClipboardTests {
  @Test(arguments: [nil, "tmux", "screen"]) func oneLineIsCopied(multiplexer: String?) throws {
    let sequence = Clipboard.sequence(for: "2000\r\nrm -rf ~\u{1B}[A", through: multiplexer)
    let start = try #require(sequence.range(of: "]52;c;")).upperBound
    let text = String(sequence[start...].prefix { $0 != "\u{7}" })
    let copied = String(decoding: try #require(Data(base64Encoded: text)), as: UTF8.self)
    #expect(copied == "2000\\x0d\\x0arm -rf ~\\x1b[A")
  }
}

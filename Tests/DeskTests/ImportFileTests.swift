import CZlib
import Foundation
import Testing

@testable import Desk

@Suite struct ImportFileTests {
  private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let stream = try #require(till_pack_start())
    defer { till_pack_end(stream) }
    var room = [UInt8](repeating: 0, count: bytes.count + 4096)
    var (used, made) = (0, 0)
    let code = bytes.withUnsafeBufferPointer { bytes in
      room.withUnsafeMutableBufferPointer { room in
        till_pack(stream, bytes.baseAddress, bytes.count, true, &used, room.baseAddress, room.count, &made)
      }
    }
    #expect(code == 1)
    return Array(room.prefix(made))
  }

  private func lines(of bytes: [UInt8], _ count: Int = 1000) throws -> [Line] {
    let place = try ThrowAwayDesk()
    let path = place.folder.appending(path: "data").path
    try Data(bytes).write(to: URL(filePath: path))
    let source = try LineSource(path)
    var lines: [Line] = []
    while case let some = try source.next(count), !some.isEmpty { lines += some }
    return lines
  }

  @Test func linesAreTheSamePackedOrNot() throws {
    // More than one block, with lines across its end, blank lines, and no line behind the last line end.
    let texts = (0..<9000).map { "e\($0)." + String(repeating: "x", count: $0 % 300) }
    let plain = Array((texts.joined(separator: "\r\n") + "\n\n").utf8)
    let read = try lines(of: plain, 777)
    #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == texts)
    #expect(read.map(\.number) == Array(1...9000))
    // A gzip file may consist of several parts.
    let half = plain.count / 2
    let twice = try packed(Array(plain[..<half])) + packed(Array(plain[half...]))
    #expect(try lines(of: twice).map(\.end) == read.map(\.end))
  }

  @Test func aDamagedGzipFileIsSaid() throws {
    let whole = try packed(Array(String(repeating: "e.y.z\n", count: 1000).utf8))
    #expect(throws: DeskError.self) { try lines(of: Array(whole.dropLast(20))) }
    #expect(throws: DeskError.self) { try lines(of: [0x1F, 0x8B] + Array(repeating: 7, count: 100)) }
  }

  @Test func anAnswerOverSeveralLinesIsOnePiece() throws {
    let text = "{\n  \"signedTransactions\": [\n    \"a.b.c\"\n  ]\n}\n"
    let read = try lines(of: Array(text.utf8))
    #expect(read.map(\.number) == [0])
    #expect(read.first.map { String(decoding: $0.bytes, as: UTF8.self) } == text)
    #expect(try lines(of: Array("{\"a\":1}\n{\"b\":2}\n".utf8)).map(\.number) == [1, 2])
    #expect(try lines(of: []).isEmpty)
  }

  @Test func aBadFirstLineOrAMarkOfUnicodeKeepsTheLineNumbers() throws {
    let read = try lines(of: Array("nonsense\ne.y.x\n".utf8))
    #expect(read.map(\.number) == [1, 2])
    let marked = try lines(of: [0xEF, 0xBB, 0xBF] + Array("e.y.z\ne.y.x\n".utf8))
    #expect(marked.map(\.number) == [1, 2] && marked.first?.bytes == Array("e.y.z".utf8))
    #expect(try lines(of: [0xEF, 0xBB, 0xBF] + Array("{\n}".utf8)).first?.bytes == Array("{\n}".utf8))
    // A receipt in base64 may have line breaks.
    #expect(try lines(of: Array("MIIB\nAAAA\n".utf8)).map(\.number) == [0])
  }

  @Test func anArrayIsReadAnElementAtATime() throws {
    func texts(_ text: String, _ count: Int = 1000) throws -> [String] {
      try lines(of: Array(text.utf8), count).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let odd = #"{"x": [1, "],}\""]}"#
    #expect(try texts("[\n \"a.b.c\" ,\(odd)\n,\"d\\u002ee\"]\n") == ["a.b.c", odd, "d.e"])
    #expect(try texts("[\n]\n").isEmpty)
    // An array that fits in one line is a line, and so is the text behind an array.
    #expect(try texts("[1,2]\n[3]\n") == ["[1,2]", "[3]"])
    #expect(try texts("[\n1]\nrest\n") == ["1", "rest"])
    #expect(try texts("[\n1,{\"cut\": ") == ["1", "{\"cut\":"])
    // Longer than one block, so that an element lies across its end.
    let many = (0..<9000).map { "e\($0)." + String(repeating: "x", count: $0 % 300) }
    let read = try lines(of: Array("[\(many.map { "\"\($0)\"" }.joined(separator: ","))]".utf8), 777)
    #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == many)
    #expect(read.last?.place.hasSuffix(", item 9000") == true)
  }

  @Test func anArrayGoesOnWhereItWasLeft() throws {
    let place = try ThrowAwayDesk()
    let path = place.folder.appending(path: "data").path
    try Data("[\n\"a\", \"b\",\n\"c\"]".utf8).write(to: URL(filePath: path))
    let first = try #require(try LineSource(path).next(2).last)
    let again = try LineSource(path)
    #expect(try again.skip(to: first.end, line: first.number))
    let rest = try again.next(9)
    #expect(rest.map { String(decoding: $0.bytes, as: UTF8.self) } == ["c"])
    #expect(rest.map(\.number) == [3])
  }
}

/// A place in a text, as editors count.
package struct JSONPosition: Hashable, Sendable {
  /// The line, from 1; a line feed ends it.
  package let line: Int
  /// The column in that line, in Unicode scalars from 1.
  package let column: Int

  /// The place of a byte.
  init(of offset: Int, in bytes: some Collection<UInt8>) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    (self.line, self.column) = (line, column)
  }
}

/// The words of a command line, as a person types them in a shell.
package enum ShellWords {
  /// Returns the words as one line.
  package static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// Quotes a word unless the shell takes it as it is.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "@%+=:,./_-".contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

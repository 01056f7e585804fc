/// Reads the arguments of one of the benchmarks' commands, one after the other.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  /// Where the help stands: `till-bench crash`.
  private let command: String

  init(_ arguments: some Sequence<String>, of command: String) {
    rest = Array(arguments)[...]
    self.command = command
  }

  /// The next option; nil at the end.
  mutating func next() -> String? { rest.popFirst() }

  /// The text behind an option.
  mutating func text(of option: String, _ what: String) throws(BenchFailure) -> String {
    guard let text = rest.popFirst() else { throw BenchFailure("\(option) takes \(what): see \(command) --help") }
    return text
  }

  /// The number behind an option.
  mutating func number<Number: LosslessStringConvertible & Comparable>(
    of option: String, in range: ClosedRange<Number>
  ) throws(BenchFailure) -> Number {
    guard let number = rest.popFirst().flatMap({ Number($0) }), range.contains(number) else {
      throw BenchFailure("\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The failure for an unknown argument.
  func unknown(_ argument: String) -> BenchFailure {
    BenchFailure("there is no \(argument.debugDescription): see \(command) --help")
  }
}

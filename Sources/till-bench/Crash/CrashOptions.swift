/// What was asked of `till-bench crash`.
struct CrashOptions {
  static let help = """
    till-bench crash           kills the till beside it in the middle of its work, and looks at what is left
    --kills N                  so many times at a random moment (300)
    --seed N                   the same choices again; the moments are the machine's
    --json                     prints one document and nothing else
    Two devices and two users on one ledger and one app's server. Each named step is killed at once as well.
    Exit status: 0 nothing was lost or delivered twice, 1 something was, 2 wrong usage.
    """

  private(set) var kills = 300
  private(set) var seed = UInt64.random(in: 1...1_000_000)
  private(set) var isJSON = false
  private(set) var wantsHelp = false

  /// Reads the arguments behind `crash`; throws a `BenchFailure` that names the one at fault.
  init(_ arguments: some Sequence<String>) throws(BenchFailure) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--kills":
        guard let kills = rest.popFirst().flatMap({ Int($0) }), (0...100_000).contains(kills) else {
          throw BenchFailure("--kills takes a number from 0 to 100000")
        }
        self.kills = kills
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { throw BenchFailure("--seed takes a number") }
        self.seed = seed
      default: throw BenchFailure("there is no \(argument.debugDescription): see till-bench crash --help")
      }
    }
  }
}

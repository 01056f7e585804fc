/// What was asked of `till-bench serve-load`.
struct LoadOptions {
  static let help = """
    till-bench serve-load      several clients at a till serve, with faults on, and a look at what is left
    --minutes N                so long (5); a fraction is allowed
    --clients N                so many at once (6)
    --seed N                   the same choices again; their order is the machine's
    --json                     prints one document and nothing else
    Devices that buy, restore, read histories, ask for refunds and upload orders, an app's server that reads the App Store
    Server API, receipts, garbage, a stream of updates for each, and notifications out.
    Exit status: 0 nothing was lost and the memory is flat, 1 otherwise, 2 wrong usage.
    """

  private(set) var seconds = 300.0
  private(set) var clients = 6
  private(set) var seed = UInt64.random(in: 1...1_000_000)
  private(set) var isJSON = false
  private(set) var wantsHelp = false

  /// Reads the arguments behind `serve-load`; throws a `BenchFailure` that names the one at fault.
  init(_ arguments: some Sequence<String>) throws(BenchFailure) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--minutes":
        guard let minutes = rest.popFirst().flatMap({ Double($0) }), (0.05...600).contains(minutes) else {
          throw BenchFailure("--minutes takes a number from 0.05 to 600")
        }
        seconds = minutes * 60
      case "--clients":
        guard let clients = rest.popFirst().flatMap({ Int($0) }), (1...64).contains(clients) else {
          throw BenchFailure("--clients takes a number from 1 to 64")
        }
        self.clients = clients
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { throw BenchFailure("--seed takes a number") }
        self.seed = seed
      default: throw BenchFailure("there is no \(argument.debugDescription): see till-bench serve-load --help")
      }
    }
  }
}

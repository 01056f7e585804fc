/// What was asked for on the command line.
struct BenchOptions {
  static let help = """
    till-bench                 measures Till and prints a table
    till-bench --json          prints {rows: [{name, value, unit, budget, met}]} and nothing else
    till-bench --rows A,B      only the rows whose names begin so
    till-bench serve-load      clients at a till serve, with faults on: till-bench serve-load --help
    till-bench crash           kills till while it works, and looks at what is left: till-bench crash --help
    Measures the till beside it; build both with: swift build -c release
    rows: \(Measurement.all.flatMap(\.rows).map(\.name).joined(separator: ", "))
    Exit status: 0 measured, 1 something could not be measured, 2 wrong usage.
    """

  private(set) var isJSON = false
  private(set) var wantsHelp = false
  private var prefixes: [String] = []

  /// Reads the arguments; throws a `BenchFailure` that names the one that is not known.
  init(_ arguments: [String]) throws(BenchFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--rows":
        guard let names = rest.popFirst() else { throw BenchFailure("--rows needs names: see till-bench --help") }
        prefixes = names.split(separator: ",").map(String.init)
      default: throw BenchFailure("there is no \(argument.debugDescription): see till-bench --help")
      }
    }
    let names = Measurement.all.flatMap(\.rows).map(\.name)
    if let unknown = prefixes.first(where: { prefix in !names.contains { $0.hasPrefix(prefix) } }) {
      throw BenchFailure("there is no row \(unknown.debugDescription): see till-bench --help")
    }
  }

  /// Whether a row was asked for; without `--rows` every one is.
  func wants(_ name: String) -> Bool {
    prefixes.isEmpty || prefixes.contains { name.hasPrefix($0) }
  }
}

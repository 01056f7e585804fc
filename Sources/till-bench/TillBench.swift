import CBuiltInData
import Core
import Foundation

/// The benchmark program: measures Till in one run, and compares the figures with their budgets.
@main
struct TillBench {
  static func main() async {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if let test = arguments.first.flatMap(LongTest.init(rawValue:)) {
        return try await run(test, arguments.dropFirst())
      }
      if arguments.first == "generate" { return try generate(arguments.dropFirst()) }
      let options = try BenchOptions(Array(arguments))
      if options.wantsHelp { return print(BenchOptions.help) }
      let rows = await measure(options)
      print(options.isJSON ? BenchReport.json(rows) : BenchReport.table(rows))
      exit(rows.allSatisfy { $0.value != nil } ? 0 : 1)
    } catch {
      note("\(error)")
      exit(2)
    }
  }

  /// Runs a test; ends the process with status 1 when data was lost or delivered twice, or a figure grew.
  private static func run(_ test: LongTest, _ arguments: some Sequence<String>) async throws {
    let options = try TestOptions(arguments, of: test)
    if options.wantsHelp { return print(test.help) }
    do {
      let figures = try await test.run(options)
      print(options.isJSON ? JSONValue.object(figures.document).serialized(.pretty) : figures.text)
      if !figures.isGood { exit(1) }
    } catch {
      note("\(error)")
      exit(1)
    }
  }

  /// Writes a population to files.
  private static func generate(_ arguments: some Sequence<String>) throws {
    let options = try GeneratorOptions(arguments)
    if options.wantsHelp { return print(GeneratorOptions.help) }
    let count = try Generator(options).run()
    print(count.map { "signed \($0) transactions into \(options.folder)" } ?? "\(options.folder) holds them already")
  }

  /// Takes the requested measurements; a failed row stays without a value.
  private static func measure(_ options: BenchOptions) async -> [BenchRow] {
    let bench = Bench(population: options.population)
    defer { bench.discard() }
    var rows: [BenchRow] = []
    for measurement in Measurement.all where measurement.rows.contains(where: { options.wants($0.name) }) {
      var measured = measurement.rows
      do {
        let values = try await measurement.measure(bench)
        for index in measured.indices where values.indices.contains(index) { measured[index].value = values[index] }
      } catch {
        note("\(measured.map(\.name).joined(separator: ", ")): not measured: \(error)")
      }
      rows += measured.filter { options.wants($0.name) }
    }
    return rows
  }

  /// Prints a note on standard error, because standard output carries only the figures.
  private static func note(_ text: String) {
    FileHandle.standardError.write(Data("till-bench: \(text)\n".utf8))
  }
}

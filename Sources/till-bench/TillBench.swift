import CBuiltInData
import Core
import Foundation

/// The benchmark program: measures Till in one run, and compares the figures with their budgets.
@main
struct TillBench {
  static func main() async {
    do {
      if CommandLine.arguments.dropFirst().first == "crash" { return try crash(CommandLine.arguments.dropFirst(2)) }
      if CommandLine.arguments.dropFirst().first == "generate" {
        return try generate(CommandLine.arguments.dropFirst(2))
      }
      if CommandLine.arguments.dropFirst().first == "serve-load" {
        return try await load(CommandLine.arguments.dropFirst(2))
      }
      if CommandLine.arguments.dropFirst().first == "soak" {
        return try await soak(CommandLine.arguments.dropFirst(2))
      }
      let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return print(BenchOptions.help) }
      let rows = await measure(options)
      print(options.isJSON ? BenchReport.json(rows) : BenchReport.table(rows))
      exit(rows.allSatisfy { $0.value != nil } ? 0 : 1)
    } catch {
      note("\(error)")
      exit(2)
    }
  }

  /// Runs the crash test; ends the process with status 1 when a purchase was lost or delivered twice.
  private static func crash(_ arguments: some Sequence<String>) throws {
    let options = try CrashOptions(arguments)
    if options.wantsHelp { return print(CrashOptions.help) }
    do {
      var test = try CrashTest(program: Bench.program(), options: options)
      let figures = try test.run()
      print(options.isJSON ? JSONValue.object(figures.document).serialized(.pretty) : figures.text)
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

  /// Runs the load test; ends the process with status 1 when data was lost or the memory grew.
  private static func load(_ arguments: some Sequence<String>) async throws {
    let options = try LoadOptions(arguments)
    if options.wantsHelp { return print(LoadOptions.help) }
    do {
      let figures = try await LoadTest(options).run()
      print(options.isJSON ? JSONValue.object(figures.document).serialized(.pretty) : figures.text)
      if !figures.isGood { exit(1) }
    } catch {
      note("\(error)")
      exit(1)
    }
  }

  /// Runs the soak test; ends the process with status 1 when data was lost or a figure grew more than allowed.
  private static func soak(_ arguments: some Sequence<String>) async throws {
    let options = try SoakOptions(arguments)
    if options.wantsHelp { return print(SoakOptions.help) }
    do {
      let figures = try await SoakTest(options).run { line in
        // Each line is written at once, so that a program that reads the pipe gets it immediately.
        if !options.isJSON { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
      }
      print(options.isJSON ? JSONValue.object(figures.document).serialized(.pretty) : figures.text)
      if !figures.isGood { exit(1) }
    } catch {
      note("\(error)")
      exit(1)
    }
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

import AppStoreModel
import Dashboard
import Device
import Entitlements
import TerminalUI

extension Measurement {
  /// The measurement of the resolver on evidence that is already in memory.
  static let resolving = Measurement(rows: [
    BenchRow("resolve", unit: "ms for 10,000 transactions", budget: .atMost(40))
  ]) { bench in
    let reader = try await bench.store().reader()
    let evidence = try reader.wholeEvidence()
    let now = try reader.deviceState().machineDate
    return [Samples.timing(runs: 11) { _ = Resolver.resolve(evidence, at: now) }.median]
  }

  /// The measurement of the rendering of a 200×50 frame with the list of transactions, without a terminal.
  static let rendering = Measurement(rows: [BenchRow("render", unit: "ms at 200x50", budget: .atMost(0.3))]) { bench in
    let state = try fullState(try await bench.store().reader())
    return [Samples.timing(runs: 201) { _ = render(state) }.median]
  }

  private static func fullState(_ reader: LocalStore) throws -> State {
    let device = try reader.deviceState()
    let statuses = Resolver.resolve(try reader.wholeEvidence(), at: device.machineDate)
    let begin = State(
      setup: Setup(appName: "Piglet", backend: "SIMULATED (signs as Sandbox)"),
      overview: Overview(now: device.machineDate, device: device, statuses: statuses, storefront: "CHN"),
      size: Size(width: 200, height: 50))
    let (asking, effects) = reduce(begin, .key("2"))
    var state = asking
    for case .read(let id, .page(.transactions, let request)) in effects {
      state = reduce(state, .loaded(id, .transactions(try reader.transactions(request)))).0
    }
    return state
  }
}

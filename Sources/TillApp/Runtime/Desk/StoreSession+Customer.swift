import AppStoreModel
import Core
import Desk
import Device

extension StoreSession {
  /// The store of a customer of the desk, for looking: throw-away files, into which the evidence came in the order and at
  /// the dates at which it came to the desk.
  ///
  /// So the dashboard, its lists, its timeline and its past are those of any device. What each product is, is the desk's
  /// own answer, which knows of refunds under consideration and of what the team's server says.
  init(of customer: OpenedCustomer) throws {
    var options = StoreOptions()
    options.isDemo = true
    options.caseName = "customer"
    options.bundleId = customer.identity.bundleId
    options.environment = customer.identity.environment.rawValue
    options.rootFiles = customer.identity.rootFiles
    let batches = Self.batches(of: customer.pieces)
    let arrival = Mutex(batches.first?.arrived)
    try self.init(
      options,
      in: Dependencies(
        clock: { arrival.withLock { $0 } ?? machineClock() }, newID: Dependencies.machine.newID,
        locale: deviceLocale))
    self.customer = customer
    do {
      let purchasing = try purchasing()
      for batch in batches {
        arrival.withLock { $0 = batch.arrived }
        _ = try blocking { try await purchasing.importEvidence(batch.items, of: "#\(customer.number)") }
      }
    } catch {
      close()
      throw error
    }
    arrival.withLock { $0 = nil }
  }

  /// How many moments of arrival the past keeps apart; everything earlier counts as arrived at the first of them.
  private static let mostBatches = 200

  private static func batches(of pieces: [OpenedCustomer.Piece]) -> [(arrived: Timestamp, items: [ImportItem])] {
    var batches: [(arrived: Timestamp, items: [ImportItem])] = []
    for piece in pieces {
      if batches.last?.arrived == piece.arrived {
        batches[batches.count - 1].items.append(piece.item)
      } else {
        batches.append((piece.arrived, [piece.item]))
      }
    }
    guard batches.count > mostBatches else { return batches }
    let early = batches.prefix(batches.count - mostBatches + 1)
    let first = (arrived: early.last?.arrived ?? batches[0].arrived, items: early.flatMap(\.items))
    return [first] + batches.dropFirst(early.count)
  }
}

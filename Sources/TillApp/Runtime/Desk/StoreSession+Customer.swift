import AppStoreModel
import Core
import Desk
import Device

extension StoreSession {
  /// Creates a read-only temporary store of a desk customer.
  ///
  /// It imports the evidence in the order and at the dates of its arrival at the desk, so the dashboard, its lists, its
  /// timeline and its past work as for any device. The state of each product is the desk's own answer, which knows of
  /// refund requests under consideration and of the team's claims.
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

  /// How many arrival dates the customer's past distinguishes; older evidence gets the first of these dates.
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

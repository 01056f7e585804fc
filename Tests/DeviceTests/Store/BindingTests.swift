import AppStoreModel
import Storage
import Testing

@testable import Device

/// Tests that a device store belongs to one App Store.
struct BindingTests {
  @Test func aNewFileIsBoundAndOpenedAgainWithTheSameAppStore() throws {
    let device = try Device()
    #expect(device.store.isNew)
    let again = try LocalStore(path: device.path, identity: device.identity)
    #expect(!again.isNew)
    #expect(try again.deviceState().account == Device.buyer)
  }

  @Test func anotherAppStoreIsRefusedAndBothAreNamed() throws {
    let device = try Device()
    var other = device.identity
    other.ledgerId = "elsewhere"
    other.bundleId = "com.other"
    let error = try #require(
      throws: StoreBindingError.self, performing: { try LocalStore(path: device.path, identity: other) })
    #expect(error.bound == device.identity && error.asked == other)
    #expect(
      error.message.contains("com.example, ledger ledger-1") && error.message.contains("com.other, ledger elsewher"))
  }

  @Test func aReadOnlyConnectionRefusesToWrite() throws {
    let device = try Device()
    let reader = try LocalStore(path: device.path, identity: device.identity, readOnly: true)
    #expect(try reader.deviceState().account == Device.buyer)
    #expect(throws: DatabaseFault.self) { try reader.update { $0.account = nil } }
    #expect(try reader.deviceState().account == Device.buyer)
  }

  @Test func aFileOfALaterVersionIsRefusedAndLeftAlone() throws {
    let device = try Device()
    try device.tamper("PRAGMA user_version = 99")
    let fault = try #require(
      throws: DatabaseFault.self, performing: { try LocalStore(path: device.path, identity: device.identity) })
    guard case .newerSchema(found: 99, _) = fault.cause else {
      Issue.record("\(fault)")
      return
    }
  }

  @Test func aBatchIsCommittedWholeOrNotAtAll() throws {
    let device = try Device()
    #expect(throws: CancellationError.self) {
      try device.store.batch {
        try device.store.rememberUser("one")
        try device.save(.bought(1, at: 1))
        throw CancellationError()
      }
    }
    #expect(try device.store.users().isEmpty)
    #expect(try device.store.transaction("1") == nil)
    try device.store.rememberUser("two")
    #expect(try device.store.users() == ["two"])
  }

  @Test func theDevicesRowKeepsEverything() throws {
    let device = try Device()
    let state = DeviceState(
      account: "a", user: "u", updates: .live, clockOffset: -5, floor: date(1), machineDate: date(2),
      lastChecked: date(3), offlineValidity: 9, epoch: 4, waitingUpdates: 2)
    try device.store.update { $0 = state }
    var kept = try device.store.deviceState()
    // The date of the last arrival is derived from stored rows: here, from this change of the device's state.
    #expect(kept.lastArrival > date(0))
    kept.lastArrival = Timestamp(milliseconds: 0)
    #expect(kept == state)
    try device.store.update { $0 = DeviceState() }
    kept = try device.store.deviceState()
    kept.lastArrival = Timestamp(milliseconds: 0)
    #expect(kept == DeviceState())
  }

  @Test func anotherConnectionsCommitIsNoticed() throws {
    let device = try Device()
    let reader = try LocalStore(path: device.path, identity: device.identity, readOnly: true)
    let before = try reader.changeCounter()
    #expect(try reader.changeCounter() == before)
    try device.store.rememberUser("one")
    #expect(try reader.changeCounter() != before)
  }
}

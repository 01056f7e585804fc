import AppStoreModel
import Testing

@testable import Device

/// Tests that the device's time never goes back and ignores a jump forward.
struct DeviceClockTests {
  private func date(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  @Test func machineTimeAndOffsetNeverBelowTheFloor() {
    var state = DeviceState(clockOffset: 500, machineDate: date(1000))
    #expect(DeviceClock(machine: date(2000), state: state).now == date(2500))
    state.floor = date(9000)
    let clock = DeviceClock(machine: date(2000), state: state)
    #expect(clock.now == date(9000) && clock.machine == date(2000) && !clock.isSuspect)
  }

  @Test func moreThanADayAheadOfTheLastAnswerNothingPasses() {
    let state = DeviceState(clockOffset: 500, machineDate: date(1000))
    let latest = date(1000 + DeviceClock.toleratedLead)
    #expect(!DeviceClock(machine: latest, state: state).isSuspect)
    let jumped = DeviceClock(machine: latest.adding(milliseconds: 1), state: state)
    #expect(jumped.isSuspect && jumped.now == date(1500))
    // The device trusted the machine's clock when this evidence arrived, so its date must not lie in the future now.
    var told = state
    told.lastArrival = date(60_000)
    #expect(DeviceClock(machine: latest.adding(milliseconds: 1), state: told).now == date(60_000))
    #expect(DeviceClock(machine: date(2000), state: told).now == date(2500))
    // The embedded ledger's own clock is always trusted.
    let trusted = DeviceClock(machine: latest.adding(milliseconds: 1), state: state, trusted: date(77_000))
    #expect(!trusted.isSuspect && trusted.now == date(77_000))
    // A device that has had no answer yet has nothing to compare its clock with.
    #expect(!DeviceClock(machine: latest.adding(milliseconds: 1), state: DeviceState()).isSuspect)
  }

  @Test(arguments: [Int64.min, .max, 0, -1])
  func noClockTraps(milliseconds: Int64) {
    for offset in [Int64.min, 0, .max] {
      let state = DeviceState(clockOffset: offset, machineDate: date(1))
      #expect(DeviceClock(machine: date(milliseconds), state: state).now >= state.floor)
    }
  }

  @Test func aUsersTokenIsTheSameOnEveryDevice() {
    // Computed with Python: uuid.uuid5(uuid.uuid5(uuid.NAMESPACE_DNS, bundle), name).
    #expect(userToken(of: "one", bundleId: "com.example.piglet") == "893c130b-2c24-5145-ac84-957c9ef5da8c")
    #expect(userToken(of: "José", bundleId: "com.example.piglet") == "2db414b7-4191-5bef-99b1-a598913f40eb")
    // The same name with the accent as a separate character.
    #expect(userToken(of: "Jose\u{301}", bundleId: "com.example.piglet") == "2db414b7-4191-5bef-99b1-a598913f40eb")
  }
}

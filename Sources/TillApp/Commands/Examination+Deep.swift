import AppStoreModel
import Core
import Device
import Simulator
import Storage

extension Examination {
  /// Checks whether the disk has space: on a full disk, Till finishes no transaction with the App Store.
  static func room(in folder: String) -> DoctorCheck {
    let probe = folder + "/.till-doctor"
    defer { Files.remove(probe) }
    do {
      try Files.write([UInt8](repeating: 1, count: 1 << 18), to: probe)
      return DoctorCheck(name: "disk", ok: true, detail: say("\(folder) has space to write"))
    } catch {
      return DoctorCheck(
        name: "disk", ok: false,
        detail: say("the disk of \(folder) is full: Till could not write 256 kB; free some space"))
    }
  }

  /// Checks every page of a file and every frame of its WAL against their checksums; nil where the file is missing.
  static func pages(of file: String) -> DoctorCheck? {
    guard DatabaseFiles.kind(of: file) != .absent else { return nil }
    let name = "pages"
    do {
      guard let findings = try PageSums.findings(in: file) else {
        return DoctorCheck(
          name: name, ok: true,
          detail: say("an earlier Till created \(file) without page checksums; Till checked only its signatures"),
          isVital: false)
      }
      return DoctorCheck(
        name: name, ok: findings.isEmpty,
        detail: findings.isEmpty
          ? say("every page of \(file) is unchanged since it was written")
          : say(
            "\(file) has changed since it was written: "
              + "\(Language.clauses(findings)); restore a backup, or move the file "
              + "away to start over"
          ))
    } catch {
      return DoctorCheck(name: name, ok: false, detail: CommandError(explaining: error).message)
    }
  }

  /// Compares the machine's clock with the App Store's last answers and signatures; nil without a device store.
  func clock() -> DoctorCheck? {
    guard DatabaseFiles.kind(of: directory.device) != .absent,
      let identity = try? LocalStore.identity(path: directory.device),
      var state = try? LocalStore(path: directory.device, identity: identity, readOnly: true).deviceState(),
      state.isBegun
    else { return nil }
    if let file = spec.ledger(in: directory), let ledger = try? SimulatedAppStore(path: file),
      let heard = try? ledger.lastMachineDate()
    {
      state.machineDate = max(state.machineDate, heard)
    }
    let machine = machineClock()
    let (isAhead, told) = (DeviceClock(machine: machine, state: state).isSuspect, machine.formatted(.minute))
    let isBehind =
      state.floor.milliseconds(since: machine.adding(milliseconds: state.clockOffset)) > DeviceClock.toleratedLead
    let text: Words =
      isAhead
      ? Words(
        "this machine's clock says \(told) UTC, over a day after the App Store's last "
          + "answer (\(state.machineDate.formatted(.minute))), so nothing expires until "
          + "you ask the App Store; set the clock, or run till refund-check"
      )
      : isBehind
        ? Words(
          "this machine's clock says \(told) UTC, before the App Store's last "
            + "signature (\(state.floor.formatted(.minute))); set the clock"
        ) : Words("\(told) UTC, which agrees with the App Store's last answer")
    return DoctorCheck(name: "clock", ok: !isAhead && !isBehind, detail: text.text, isVital: false)
  }
}

import AppServer
import AppStoreModel
import Core
import Device
import Libc
import Simulator
import Storage

/// The checks of `till doctor`, which open files only for reading and create none.
struct Examination {
  let directory: StoreDirectory
  let spec: BackendSpec
  let options: StoreOptions
  private let ledger: String?
  /// Whether every page of the files is checked, which reads each file completely.
  private let isDeep: Bool

  init(_ options: StoreOptions, isDeep: Bool = false) throws {
    self.isDeep = isDeep
    self.options = options
    spec = try BackendSpec(options)
    directory = try StoreDirectory(options: options, backend: spec)
    ledger = spec.ledger(in: directory)
  }

  func checks() async -> [DoctorCheck] {
    let access = Files.isWritable(directory.path)
    var checks = [
      DoctorCheck(
        name: "directory", ok: access,
        detail: access ? directory.path : say("cannot write \(directory.path); only --readonly works"),
        isVital: false)
    ]
    if access { checks.append(Self.room(in: directory.path)) }
    if let check = await backendCheck() { checks.append(check) }
    if let ledger { checks.append(sound("ledger", ledger) { try SimulatedAppStore.integrityFindings(path: $0) }) }
    let server = AppServers.path(ledger: ledger, directory: directory)
    if DatabaseFiles.kind(of: server) != .absent {
      var check = sound("app server", server) { try EmbeddedAppServer.integrityFindings(path: $0) }
      if check.ok, let settings = try? EmbeddedAppServer.settings(path: server) {
        check.detail += "; \(settings.words)"
      }
      checks.append(check)
    }
    let device = sound("device", directory.device) { try LocalStore.integrityFindings(path: $0) }
    checks.append(device)
    if device.ok { checks += [signatures(), unknownValues()] + [clock()].compactMap(\.self) }
    if isDeep { checks += [ledger, server, directory.device].compactMap(\.self).compactMap(Self.pages) }
    checks.append(lock())
    checks.append(terminal())
    checks.append(installed())
    return checks
  }

  /// Checks the versions of the system libraries that Till depends on.
  private func installed() -> DoctorCheck {
    let old = SystemLibrary.all.filter(\.isTooOld)
    let found = SystemLibrary.all.map { "\($0.name) \($0.version)" }
    let detail =
      old.isEmpty
      ? Language.series(found)
      : Language.clauses(
        old.map { say("\($0.name) \($0.version) is older than \($0.minimum); update it") })
    return DoctorCheck(name: "installed", ok: old.isEmpty, detail: detail, isVital: false)
  }

  /// Checks a database file with the integrity check of its store.
  private func sound(_ name: String, _ path: String, _ findings: (String) throws -> [String]) -> DoctorCheck {
    guard DatabaseFiles.kind(of: path) != .absent else {
      return DoctorCheck(name: name, ok: true, detail: say("\(path) does not exist yet; the first start creates it"))
    }
    do {
      let findings = try findings(path)
      let detail =
        findings.isEmpty
        ? say("\(path) is intact")
        : say("\(path) is damaged: \(Language.clauses(Array(findings.prefix(3)))); move it away and start again")
      return DoctorCheck(name: name, ok: findings.isEmpty, detail: detail)
    } catch {
      return unread(name, error)
    }
  }

  private func unread(_ name: String, _ error: any Error, isVital: Bool = true) -> DoctorCheck {
    DoctorCheck(name: name, ok: false, detail: CommandError(explaining: error).message, isVital: isVital)
  }

  /// Verifies again every signature that the device counts as verified, since SQLite does not notice a changed value.
  private func signatures() -> DoctorCheck {
    let name = "signatures"
    guard DatabaseFiles.kind(of: directory.device) != .absent else {
      return DoctorCheck(name: name, ok: true, detail: AnswerText.nothingIsStoredYet.text)
    }
    do {
      let verifier = Verifier(roots: try trustedRoots(), now: { .machine })
      var (count, bad) = (0, [String]())
      try LocalStore.forEachVerifiedText(path: directory.device) { jws in
        count += 1
        if let failure = verifier.verify(jws).verdict.failure { bad.append(failure.message) }
        return bad.count < 100
      }
      guard let first = bad.first else {
        return DoctorCheck(
          name: name, ok: true,
          detail: say(count, "\(count) stored signature verified again", "\(count) stored signatures verified again"))
      }
      let remedy =
        spec.kind is CaseKind
        ? say("import the files into a new case, with --root FILE where Apple did not sign them")
        : say("run till new-device, then till restore")
      return DoctorCheck(
        name: name, ok: false,
        detail: say(
          count, "\(bad.count) of \(count) stored signature fails (\(first)); \(remedy)",
          "\(bad.count) of \(count) stored signatures fail (\(first)); \(remedy)"))
    } catch {
      return unread(name, error)
    }
  }

  /// Lists the values in Apple's data that Till does not know: they never remove access, so a person must see them.
  private func unknownValues() -> DoctorCheck {
    let name = "values"
    guard DatabaseFiles.kind(of: directory.device) != .absent else {
      return DoctorCheck(name: name, ok: true, detail: AnswerText.nothingIsStoredYet.text, isVital: false)
    }
    do {
      let server = AppServers.path(ledger: ledger, directory: directory)
      let unknown =
        try LocalStore.unknownNames(path: directory.device) + UnknownBook(in: directory.path).names()
        + (DatabaseFiles.kind(of: server) == .absent ? [] : (try? EmbeddedAppServer.unknownNames(path: server)) ?? [])
      let list = unknown.map {
        say(
          $0.count,
          "\(safeText($0.name, limit: 100)) in \($0.count) statement since "
            + "\($0.first.formatted(.minute, secondsFromUTC: 0)) UTC",
          "\(safeText($0.name, limit: 100)) in \($0.count) statements since "
            + "\($0.first.formatted(.minute, secondsFromUTC: 0)) UTC"
        )
      }
      return DoctorCheck(
        name: name, ok: unknown.isEmpty,
        detail: unknown.isEmpty
          ? say("Till knows every member and value that Apple signed or answered")
          : AnswerText.unknownNames(Array(list.prefix(10)), more: max(0, list.count - 10)).text, isVital: false)
    } catch {
      return unread(name, error, isVital: false)
    }
  }

  /// Returns the roots that the store trusts: Apple's, those of `--root`, and its backend's.
  func trustedRoots() throws -> TrustedRoots {
    let files = try options.roots.map { try InputFile.bytes($0) }
    return try TrustedRoots(files: files + spec.kind.knownRoots(in: directory)).addingApple()
  }

  private func lock() -> DoctorCheck {
    do {
      try ProcessLock(database: directory.device, timeout: 500).withLock {}
      return DoctorCheck(name: "lock", ok: true, detail: say("no other process is writing"), isVital: false)
    } catch {
      return unread("lock", error, isVital: false)
    }
  }

  private func terminal() -> DoctorCheck {
    let name = Environment.value("TERM") ?? ""
    let detail: Words =
      switch (isatty(1) == 1, name.isEmpty) {
      case (true, true): "a terminal, TERM is not set"
      case (true, false): "a terminal, TERM is \(name)"
      case (false, true): "not a terminal, TERM is not set"
      case (false, false): "not a terminal, TERM is \(name)"
      }
    return DoctorCheck(name: "terminal", ok: true, detail: detail.text, isVital: false)
  }

  /// Checks that the backend's configuration is complete, and that its server answers and accepts the key.
  func backendCheck() async -> DoctorCheck? {
    do {
      guard let detail = try await spec.kind.examine(options, device: directory.device) else { return nil }
      return DoctorCheck(name: "backend", ok: true, detail: detail, isVital: false)
    } catch {
      return unread("backend", error, isVital: false)
    }
  }

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
    if let ledger, let heard = try? SimulatedAppStore(path: ledger).lastMachineDate() {
      state.machineDate = max(state.machineDate, heard)
    }
    let machine = Timestamp.machine
    let (isAhead, told) = (DeviceClock(machine: machine, state: state).isSuspect, machine.formatted(.minute))
    let appStores = machine.adding(milliseconds: state.clockOffset)
    let isBehind = state.floor.milliseconds(since: appStores) > DeviceClock.toleratedLead
    let text: Words =
      isAhead
      ? Words(
        "this machine's clock says \(told) UTC, over a day after the App Store's last "
          + "answer (\(state.machineDate.formatted(.minute))), so nothing expires until "
          + "you ask the App Store; set the clock, or run till refund-check"
      )
      : isBehind
        ? Words(
          "by this machine's clock it is \(appStores.formatted(.minute)) UTC at the App Store, before its last "
            + "signature (\(state.floor.formatted(.minute))), and Till counts from that signature; if this machine's "
            + "clock is wrong, set it"
        ) : Words("\(told) UTC; it has not jumped since the App Store's last answer")
    return DoctorCheck(name: "clock", ok: !isAhead && !isBehind, detail: text.text, isVital: false)
  }
}

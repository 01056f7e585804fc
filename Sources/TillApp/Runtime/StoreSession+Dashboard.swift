package import AppStoreModel
import Backends
import Core
import Dashboard
package import Device
import Simulator
import Storage
package import Verbs

extension StoreSession {
  /// Returns the values that stay constant while a dashboard is open.
  func setup(zone: TimeZoneTable) -> Setup {
    Setup(
      appName: Self.appName(of: backend.identity.bundleId), backend: backendLabel,
      isReal: backend.capabilities.isReal,
      isReadOnly: isReadOnly,
      isLocked: backend is AppStoreBackend && !isUnlocked && !isReadOnly,
      isSignedByApple: backend.identity.environment.isSignedByApple, abilities: abilities, zone: zone)
  }

  /// Returns the app's name, from the last part of its bundle id: “Piglet” for `com.example.piglet`.
  static func appName(of bundleId: String) -> String {
    let name = bundleId.split(separator: ".").last ?? "App"
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private var backendLabel: String {
    spec.kind.label(in: backend.identity.environment.rawValue, isReal: backend.capabilities.isReal)
  }

  private var abilities: [Ability: String] {
    if isReadOnly { return .nothing(because: say("read-only: Till was opened with --readonly")) }
    let can = backend.capabilities
    let simulated = backend.control == nil ? say("this App Store is not simulated") : nil
    let reasons: [Ability: String?] = [
      .buy: can.buy, .restore: can.restore, .refundCheck: can.refundCheck, .askRefund: can.askRefund,
      .use: backend.identity.kind == .none ? can.buy : nil, .updates: can.refundCheck, .appStore: simulated,
      .orders: spec.kind is CaseKind ? can.buy : nil,
      .chooseOutcome: simulated,
      .support: backend is AppStoreBackend ? nil : DashboardText.supportNeedsServerAPI.text,
      .supportChanges: isUnlocked ? nil : DashboardText.isLocked.text,
      .scenes: directory.isThrowAway ? nil : say("scenes replace all data; start Till with --demo to play them"),
    ]
    return reasons.compactMapValues { $0 }
  }

  /// Returns the products with their states, now or at the requested past date.
  ///
  /// - Parameter productId: The requested product; the result may then leave out all others.
  /// - Throws: A `CommandError` for a future date, or for one before this device began to keep its history.
  package func statuses(
    from store: LocalStore, asOf date: Timestamp? = nil, for productId: String? = nil
  ) throws -> (statuses: [ProductStatus], state: DeviceState, clock: DeviceClock) {
    var state = try store.deviceState()
    let clock = try clock(for: state, from: store)
    guard let asOf = date ?? asOf else {
      return (try resolvedStatuses(of: store, at: clock, for: productId), state, clock)
    }
    guard asOf <= clock.now else { throw CommandError(.usage, say("the date of --as-of is in the future")) }
    let past = DeviceClock(past: asOf)
    do {
      state = try store.deviceState(asOf: asOf)
      return (try resolvedStatuses(of: store, at: past, asOf: asOf), state, past)
    } catch let error as PastNotKept {
      throw CommandError(.failed, "--as-of: \(error.message)")
    }
  }

  /// Returns the device's current state, with every entitlement derived again from the evidence.
  func overview(from store: LocalStore) throws -> Overview {
    let (statuses, state, clock) = try statuses(from: store)
    var overview = overview(statuses, state, clock)
    overview.facts.users = try store.users()
    overview.facts.faults = try store.faults()
    overview.facts.deferred = try store.deferredPurchases()
    overview.facts.restorePolicy = try restorePolicy(state, in: store)
    if appStore != nil, !isReadOnly { overview.facts.undoable = try undoableActs(on: store).map { safeText($0.name) } }
    return overview
  }

  /// Returns the device's state at a past date.
  func overview(from store: LocalStore, asOf date: Timestamp) throws -> Overview {
    let (statuses, state, clock) = try statuses(from: store, asOf: date)
    return overview(statuses, state, clock, isPast: true)
  }

  /// Returns the state of the last session, for the first frame, before any entitlement is derived.
  func lastKnownOverview(from store: LocalStore) throws -> Overview {
    if asOf != nil { return try overview(from: store) }
    let state = try store.deviceState()
    let clock = try clock(for: state, from: store)
    var overview = overview(try store.lastKnownStatuses(), state, clock, isResolved: false)
    overview.facts.deferred = try store.deferredPurchases()
    return overview
  }

  private func overview(
    _ statuses: [ProductStatus], _ state: DeviceState, _ clock: DeviceClock, isResolved: Bool = true,
    isPast: Bool = false
  ) -> Overview {
    var overview = Overview(
      now: clock.now, device: state, statuses: statuses, isResolved: isResolved, isPast: asOf != nil || isPast)
    // Reading the embedded ledger contacts no server.
    if let settings = try? appStore?.deviceSettings(of: state.account) {
      overview.facts.storefront = settings.storefront
      overview.facts.canMakePayments = settings.canMakePayments
      overview.facts.showsDialogs = settings.showsDialogs
    }
    overview.facts.isClockDoubtful = clock.isSuspect
    if !overview.isPast, !clock.isSuspect {
      overview.facts.clockLead = clock.now.milliseconds(since: dependencies.clock())
    }
    return overview
  }

  /// Carries out a verb at the App Store with this device's files: in this process, or at a `till serve`.
  ///
  /// - Parameters:
  ///   - confirm: Asks the person, and throws where the answer is no.
  ///   - print: Writes bytes to standard output.
  /// - Throws: The verb's errors; a `CommandError` (exit 2) with any other backend.
  package func carryOut(
    _ verb: VerbCall, asking confirm: (_ question: String) throws -> Void = { _ in },
    printing print: ([UInt8]) -> Void = { _ in }
  ) async throws -> VerbAnswer {
    guard let control = backend.control else {
      throw CommandError(.usage, say("this backend has no simulated App Store: use --backend simulator"))
    }
    begin(call: verb)
    var call = verb
    call.signedIn = try reader().deviceState().account
    for name in call.filesToRead + call.filesToWrite where name != "-" && !dependencies.mayUse(file: name) {
      throw CommandError(
        .usage,
        say(
          "\(safeText(name)) is outside the temporary folder; a walkthrough or scenario may only use "
            + "files inside it"))
    }
    for name in call.filesToRead { call.files[name] = try InputFile.bytes(name) }
    var reply = try await control.perform(call)
    if case .question(let question) = reply {
      try confirm(safeText(question, limit: 400))
      reply = try await control.perform(call.confirmed)
    }
    // Only the files that the call itself names are written, whatever a server answers.
    guard case .done(let answer) = reply, answer.files.keys.allSatisfy(call.filesToWrite.contains) else {
      throw CommandError(.unusable, say("the App Store's answer does not match this version of `till serve`"))
    }
    for (name, bytes) in answer.files {
      if name == "-" { print(bytes) } else { try OutputFile.write(bytes, to: name) }
    }
    if call.verb.effect == .newListing {
      // This device learns of it at once, unless it has no network.
      _ = try? await purchasing().loadProducts()
    }
    return answer
  }
}

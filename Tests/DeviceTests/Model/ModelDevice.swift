import AppStoreModel
import Backends
import Core
import Dispatch
import Storage

@testable import Device

/// A device whose program may crash in the middle of its work and is then started again.
final class ModelDevice: Sendable {
  private let shop: Shop
  private let name: String
  private let server: any VerificationService
  private let life: Mutex<Life>
  /// The paths of device stores that were replaced.
  private let aside = Mutex<[String]>([])

  /// One run of the program, from its start to its end.
  private struct Life {
    let phone: Phone
    let fate: Fate
    let number: Int
  }

  /// Whether a program has crashed, and the continuation of the task that waits for that.
  private final class Fate: Sendable {
    let state = Mutex<(isDead: Bool, waiting: AsyncStream<Void>.Continuation?)>((false, nil))

    /// Stops the calling task for ever, as the end of a process would: its work never continues.
    func strike() {
      state.withLock { state in
        state.isDead = true
        state.waiting?.yield()
      }
      Self.forever.wait()
    }

    private static let forever = DispatchSemaphore(value: 0)
  }

  init(_ shop: Shop, name: String, server: any VerificationService) throws {
    self.shop = shop
    self.name = name
    self.server = server
    life = Mutex(try Self.start(shop, name, server, 0))
  }

  var phone: Phone { life.withLock { $0.phone } }

  /// The device's store, and the stores that were replaced.
  var memories: [LocalStore] {
    get throws {
      let phone = phone
      return try (aside.withLock { $0 } + [phone.path]).map {
        try LocalStore(path: $0, identity: shop.backend.identity, readOnly: true)
      }
    }
  }

  /// Reinstalls the app, or begins a new device; does nothing while the App Store does not answer.
  func replace(keepingKeychain: Bool) async throws {
    guard (try? await shop.backend.products(for: nil)) != nil else { return }
    let old = try phone.memory
    let (state, keychain) = (try old.deviceState(), try old.keychain())
    let path = phone.path
    let kept = try DatabaseFiles.moveAside(path, suffix: "before-\(life.withLock { $0.number })")
    aside.withLock { $0.append(kept) }
    if keepingKeychain { try LocalStore(path: path, identity: shop.backend.identity).restore(keychain) }
    try restart()
    try await work {
      try await $0.firstOpening(account: state.account, user: state.user, verification: state.verification)
      if keepingKeychain { try await $0.settle() }
    }
  }

  /// Starts the program again on the same store; it may continue what the previous run began.
  func restart() throws {
    let number = life.withLock { $0.number + 1 }
    let new = try Self.start(shop, name, server, number)
    life.withLock { $0 = new }
  }

  private static func start(
    _ shop: Shop, _ name: String, _ server: any VerificationService, _ number: Int
  ) throws -> Life {
    let fate = Fate()
    let phone = try Phone(
      shop, name: name, backend: shop.backend, owner: "\(name)-\(number)", server: server,
      crash: { fate.strike() })
    return Life(phone: phone, fate: fate, number: number)
  }

  /// Runs work until it is done or the program crashes; a crashed program is started again.
  ///
  /// - Returns: The result; nil when the program crashed or threw an error.
  @discardableResult
  func work<Value: Sendable>(_ body: @escaping @Sendable (Purchasing) async throws -> Value)
    async throws -> Value?
  {
    let (phone, fate) = life.withLock { ($0.phone, $0.fate) }
    let (ends, end) = AsyncStream<Void>.makeStream()
    fate.state.withLock { $0.waiting = end }
    let work = Task.detached { () -> Value? in
      defer { end.yield() }
      return try? await body(phone.purchasing)
    }
    for await _ in ends { break }
    let isDead = fate.state.withLock { state in
      state.waiting = nil
      return state.isDead
    }
    guard isDead else { return await work.value }
    try restart()
    return nil
  }
}

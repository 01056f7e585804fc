import AppStoreModel
import Backends
import Core
import Dispatch
import Storage

@testable import Device

/// A device whose program may die in the middle of its work and is started again.
final class ModelDevice: Sendable {
  private let shop: Shop
  private let name: String
  private let server: any VerificationService
  private let life: Mutex<Life>
  /// Where the memories lie that were set aside.
  private let aside = Mutex<[String]>([])

  /// One life of the program, from a start to its end.
  private struct Life {
    let phone: Phone
    let fate: Fate
    let number: Int
  }

  /// Whether a program has died, and who waits for it.
  private final class Fate: Sendable {
    let state = Mutex<(isDead: Bool, waiting: AsyncStream<Void>.Continuation?)>((false, nil))

    /// Stops the writer where it is, for good: nothing that it had begun goes on, as after the end of a process.
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

  /// What the device remembers, and what it remembered before it was replaced.
  var memories: [LocalStore] {
    get throws {
      let phone = phone
      return try (aside.withLock { $0 } + [phone.path]).map {
        try LocalStore(path: $0, identity: shop.backend.identity, readOnly: true)
      }
    }
  }

  /// Deletes the app and installs it again, or begins a new device; for both the App Store has to answer.
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

  /// Starts the program anew on the same memory; it may take over what the one before had begun.
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

  /// Works until it is done or dead; a dead program is started again.
  ///
  /// - Returns: Nil when the program died, or threw.
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

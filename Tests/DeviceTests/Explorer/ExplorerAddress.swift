import AppStoreModel
import Core
import Foundation
import HTTP
import Serve
import TestSupport

/// With whom a world's devices deal.
enum ExplorerParties: String, CaseIterable, Sendable {
  /// The App Store and the app server are files.
  case files
  /// Both are at a URL.
  case url
  /// The App Store is a file, and there is no app server: the Apple Account alone decides.
  case noServer

  /// `TILL_EXPLORE_WITH=url` and the like for all worlds.
  private static let ofAll = ProcessInfo.processInfo.environment["TILL_EXPLORE_WITH"].flatMap(Self.init)

  /// Returns those of a seed's world; the seed 0 is of worlds by hand.
  static func of(_ seed: UInt64) -> ExplorerParties {
    if seed > 0, let ofAll { return ofAll }
    return switch seed % 20 {
    case 9, 19: .url
    case 4: .noServer
    default: .files
    }
  }
}

/// The URL at which a world, and each copy of it, has its App Store and its app server.
///
/// The devices keep the URL. So a copy is served at the same one, and the world that a command is typed in comes first.
final class ExplorerAddress {
  private var emulator: Emulator?
  private var folder: URL?
  private var port: UInt16?

  /// Returns the URL, at which this world is served from now on.
  func url(of shop: Shop) throws -> String {
    if let emulator, folder == shop.folder { return emulator.url }
    stop()
    let emulator = try start(shop)
    (self.emulator, folder) = (emulator, shop.folder)
    return emulator.url
  }

  /// Stops serving a world.
  func leave(_ shop: Shop) { if folder == shop.folder { stop() } }

  private func stop() {
    emulator?.stop()
    (emulator, folder) = (nil, nil)
  }

  /// The first port is one that the system gives to no client, so that it is free again for a copy.
  private func start(_ shop: Shop) throws -> Emulator {
    func start(at port: UInt16) throws -> Emulator {
      try Emulator(
        shop.appStore, directory: shop.folder.path(percentEncoded: false), settings: HTTPServerSettings(port: port))
    }
    if let port {
      // A program that another test starts has a copy of the closed socket until it runs.
      for _ in 0..<200 {
        if let emulator = try? start(at: port) { return emulator }
        sleepThread(for: .milliseconds(10))
      }
      return try start(at: port)
    }
    for _ in 0..<20 {
      let port = UInt16.random(in: 10_000..<30_000)
      guard let emulator = try? start(at: port) else { continue }
      self.port = port
      return emulator
    }
    return try start(at: 0)
  }
}

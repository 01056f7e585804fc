import AppStoreModel
import Core
import Dispatch
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that a sender and a health check get an answer in time when the database gives none.
@Suite struct PulseTests {
  /// A database that accepts connections and never answers.
  private final class SilentServer {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.descriptor = descriptor
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard result else { throw CocoaError(.fileReadUnknown) }
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
  }

  @Test(PostgreSQLCluster.isHere) func anAnswerComesWithinTwoSeconds() throws {
    let server = try SilentServer()
    let port = server.port
    @Sendable func open() throws -> CustomerDesk {
      try CustomerDesk(PostgreSQLEngine(PostgreSQLAddress("postgres://127.0.0.1:\(port)/desk")))
    }
    let (pulse, intake) = (DeskPulse(open), DeskIntake(open))
    struct Answers {
      var beat: (DeskPulse.Beat, Duration)?
      var outcome: (DeskIntake.Outcome, Duration)?
    }
    let (answers, both, start) = (Mutex(Answers()), DispatchSemaphore(value: 0), ContinuousClock.now)
    pulse.beat { beat in
      answers.withLock { $0.beat = (beat, start.duration(to: .now)) }
      both.signal()
    }
    intake.store(DeskImportItem(place: "here")) { outcome in
      answers.withLock { $0.outcome = (outcome, start.duration(to: .now)) }
      both.signal()
    }
    #expect(both.wait(timeout: .now() + 60) == .success && both.wait(timeout: .now() + 60) == .success)
    let told = answers.withLock { $0 }
    let (beat, outcome) = (try #require(told.beat), try #require(told.outcome))
    #expect(beat.0.failure != nil && beat.0.engine == nil && beat.1 < .seconds(3), "\(beat)")
    guard case .failed = outcome.0 else {
      Issue.record("\(outcome)")
      return
    }
    // A busy machine is allowed another second.
    #expect(outcome.1 < .seconds(3), "\(outcome)")
    pulse.stop()
    withExtendedLifetime(server) {}
  }

  @Test(arguments: EngineKind.here) func aDatabaseThatAnswersIsWell(on kind: EngineKind) async throws {
    let world = try DeskWorld(on: kind)
    _ = try world.desk()
    nonisolated(unsafe) let opened = try kind.engine("desk", in: world.place)
    let pulse = DeskPulse { try CustomerDesk(opened) }
    let beat = await pulse.beat()
    #expect(beat.failure == nil && beat.engine == opened.name)
    pulse.stop()
    withExtendedLifetime(world) {}
  }

  @Test(
    PostgreSQLCluster.isHere,
    arguments: [
      ("postgres:///desk", false), ("postgres://localhost/desk", false), ("postgres://127.0.0.1/desk", false),
      ("postgres:///desk?host=/run/postgresql", false), ("postgres://db.example/desk", true),
      ("postgres://localhost,db.example/desk", true), ("postgres://db.example/desk?sslmode=require", false),
      ("postgres://db.example/desk?sslmode=disable", false),
    ])
  func aServerElsewhereMustProveItsName(address: String, isChecked: Bool) throws {
    #expect(try PostgreSQLAddress(address).isCertificateChecked == isChecked)
  }
}

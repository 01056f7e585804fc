import TestSupport
import Testing

@testable import TillApp

@Suite struct AsyncReadWriteLockTests {
  @Test func commandsAreInsideBesideEachOther() {
    var turns = AsyncReadWriteLock<Int>()
    let entered1 = turns.arrive(1, .together)
    #expect(entered1 == [1])
    let entered2 = turns.arrive(2, .together)
    #expect(entered2 == [2])
    let entered3 = turns.leave()
    #expect(entered3 == [])
    #expect(!turns.isIdle)
    let entered4 = turns.leave()
    #expect(entered4 == [])
    #expect(turns.isIdle)
  }

  @Test func oneAloneWaitsForAllAndKeepsLaterOnesOut() {
    var turns = AsyncReadWriteLock<Int>()
    let entered5 = turns.arrive(1, .together)
    #expect(entered5 == [1])
    let entered6 = turns.arrive(2, .alone)
    #expect(entered6 == [])
    let entered7 = turns.arrive(3, .together)
    #expect(entered7 == [])
    let entered8 = turns.leave()
    #expect(entered8 == [2])
    let entered9 = turns.arrive(4, .together)
    #expect(entered9 == [])
    let entered10 = turns.leave()
    #expect(entered10 == [3, 4])
  }

  @Test func whoComesWhileIdleEntersAloneAndOthersWait() {
    var turns = AsyncReadWriteLock<Int>()
    let entered11 = turns.enterIfIdle()
    #expect(entered11)
    let entered12 = turns.enterIfIdle()
    #expect(!entered12)
    let entered13 = turns.arrive(1, .together)
    #expect(entered13 == [])
    let entered14 = turns.leave()
    #expect(entered14 == [1])
    let entered15 = turns.enterIfIdle()
    #expect(!entered15)
  }

  /// Tests random callers: an exclusive one is alone, and each caller is admitted once.
  @Test(arguments: 0..<50) func everybodyEntersOnceAndOneAloneHasNoCompany(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var turns = AsyncReadWriteLock<Int>()
    var manners: [Int: AsyncReadWriteLock<Int>.Manner] = [:]
    var inside: Set<Int> = []
    var admitted: [Int] = []
    func enter(_ tickets: [Int]) {
      for ticket in tickets {
        admitted.append(ticket)
        inside.insert(ticket)
      }
      #expect(inside.count <= 1 || inside.allSatisfy { manners[$0] == .together })
    }
    for ticket in 0..<100 {
      let manner: AsyncReadWriteLock<Int>.Manner = Bool.random(using: &generator) ? .together : .alone
      manners[ticket] = manner
      enter(turns.arrive(ticket, manner))
      while Bool.random(using: &generator), let one = inside.min() {
        inside.remove(one)
        enter(turns.leave())
      }
    }
    while let one = inside.min() {
      inside.remove(one)
      enter(turns.leave())
    }
    #expect(admitted == Array(0..<100))
    #expect(turns.isIdle)
  }
}

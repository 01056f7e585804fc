import Core
import Testing

@Suite struct MailboxTests {
  @Test(.timeLimit(.minutes(1))) func messagesComeInTheOrderOfArrivalUntilTheClose() throws {
    let mailbox = Mailbox<Int>()
    let received = BackgroundTask {
      var received: [Int] = []
      while let message = mailbox.next() { received.append(message) }
      return received
    }
    for number in 0..<1000 { mailbox.post(number) }
    mailbox.close()
    #expect(!mailbox.post(1000))
    #expect(try received.get() == Array(0..<1000))
  }

  @Test func aNewerMessageReplacesTheOnesItMakesNeedless() {
    let mailbox = Mailbox<String>()
    for message in ["list a", "note", "list b"] { mailbox.post(message) { $0.hasPrefix("list") && message != "note" } }
    #expect(mailbox.take() == ["note", "list b"])
  }

  @Test func aMessageThatIsDueLaterLetsOthersPass() {
    let mailbox = Mailbox<String>()
    let due = ContinuousClock.now + .milliseconds(50)
    mailbox.post("later", notBefore: due)
    mailbox.post("now")
    #expect(mailbox.take() == ["now"])
    #expect(mailbox.next() == "later")
    #expect(ContinuousClock.now >= due)
  }

  @Test func aWaitEndsAtItsDeadline() {
    let mailbox = Mailbox<Int>()
    let deadline = ContinuousClock.now + .milliseconds(20)
    #expect(mailbox.next(until: deadline) == nil)
    #expect(ContinuousClock.now >= deadline && !mailbox.isClosed)
  }

  @Test func aFullMailboxRefusesAndAWithdrawnMessageMakesRoom() {
    let mailbox = Mailbox<Int>(limit: 2)
    #expect([1, 2, 3].map { mailbox.post($0) } == [true, true, false])
    mailbox.withdraw { $0 == 1 }
    #expect(mailbox.post(4))
    #expect(mailbox.take(most: 1) == [2])
    mailbox.close()
    #expect(mailbox.count == 1)
    #expect(mailbox.next() == 4)
    #expect(mailbox.next() == nil)
  }

  @Test func onlyTheFirstResultIsGiven() {
    let given = Mutex<[Int]>([])
    let result = FirstResult<Int> { number in given.withLock { $0.append(number) } }
    #expect(!result.isGiven)
    for number in [1, 2] { result.give(number) }
    #expect(result.isGiven)
    #expect(given.withLock { $0 } == [1])
  }
}

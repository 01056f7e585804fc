import AppStoreModel
import CZlib
import Core
import Foundation
import Simulator

/// The generator of test data: a population's signed transactions and renewal infos, and its notifications.
///
/// The histories are written customer by customer, the notifications in the order of their dates. Only a part of the
/// data is in memory at a time. Each run creates new certificates and writes the root certificate beside the data.
struct Generator {
  private let options: GeneratorOptions
  private let population: Population
  private let identity: SigningIdentity

  /// The number of customers that are signed at a time.
  private static let partSize = 2000

  init(_ options: GeneratorOptions) throws {
    self.options = options
    population = Population(
      customers: options.customers, transactions: options.transactions, seed: options.seed, sharing: options.sharing)
    identity = try SigningIdentity()
  }

  /// Writes the files, unless an earlier run with the same options already did.
  ///
  /// - Returns: The number of signed transactions; nil where the files already existed.
  func run() throws -> Int? {
    let folder = URL(filePath: options.folder)
    let stamp = folder.appending(path: "population.txt")
    if let made = try? String(contentsOf: stamp, encoding: .utf8), made == options.stamp { return nil }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(identity.rootCertificatePEM.utf8).write(to: folder.appending(path: "root.pem"))
    let histories = try PackedFile(folder.appending(path: "histories.jws.gz").path)
    var count = 0
    for start in stride(from: 0, to: population.customers, by: Self.partSize) {
      let parts = try onAllCores(start..<min(start + Self.partSize, population.customers)) { customer in
        try history(of: customer)
      }
      for part in parts {
        count += part.transactions
        try histories.write(part.text)
      }
    }
    try histories.end()
    if options.withNotifications { try writeNotifications(to: folder) }
    try Data(options.stamp.utf8).write(to: stamp)
    return count
  }

  /// Returns a customer's newest signed objects, one per line, as an App Store history would list them.
  private func history(of customer: Int) throws -> (text: [UInt8], transactions: Int) {
    var newest: [String: Population.Event] = [:]
    var renewals: [String: Population.Event] = [:]
    for event in population.life(of: customer) {
      newest[event.transaction.transactionId ?? ""] = event
      if event.renewal != nil { renewals[event.transaction.originalTransactionId ?? ""] = event }
    }
    var text: [UInt8] = []
    for (_, event) in newest.sorted(by: { $0.key < $1.key }) {
      text += Array(try event.signedTransaction(by: identity).utf8) + [0x0A]
    }
    for (_, event) in renewals.sorted(by: { $0.key < $1.key }) {
      if let renewal = try event.signedRenewal(by: identity) { text += Array(renewal.utf8) + [0x0A] }
    }
    return (text, newest.count)
  }

  /// Writes the notifications month by month; it generates each life again for each month, to save memory.
  private func writeNotifications(to folder: URL) throws {
    let file = try PackedFile(folder.appending(path: "notifications.jsonl.gz").path)
    let month = 30 * Timestamp.millisecondsPerDay
    for number in 0..<Int(Population.length / month * 3) {
      let range = population.start.milliseconds + Int64(number) * month
      for start in stride(from: 0, to: population.customers, by: Self.partSize) {
        let parts = try onAllCores(start..<min(start + Self.partSize, population.customers)) { customer in
          try population.life(of: customer)
            .filter { (range..<(range + month)).contains($0.date.milliseconds) }
            .map { Array("{\"signedPayload\":\"\(try $0.signedNotification(by: identity))\"}\n".utf8) }
        }
        for part in parts.flatMap({ $0 }) { try file.write(part) }
      }
    }
    try file.end()
  }

  private func onAllCores<Part: Sendable>(
    _ customers: Range<Int>, _ make: @Sendable (Int) throws -> Part
  ) throws -> [Part] {
    let parts = Mutex([Result<Part, any Error>?](repeating: nil, count: customers.count))
    DispatchQueue.concurrentPerform(iterations: customers.count) { index in
      let part = Result { try make(customers.lowerBound + index) }
      parts.withLock { $0[index] = part }
    }
    return try parts.withLock { $0 }.compactMap { try $0?.get() }
  }
}

/// The options of `till-bench generate`.
struct GeneratorOptions {
  static let help = """
    till-bench generate        a population with realistic lives, signed
      --customers N            how many (1000)
      --transactions M         how many all of them have (10000)
      --seed S                 what they are drawn from (1)
      --sharing PERCENT        how many users pay with several Apple Accounts (0)
      --notifications          also as notifications, in the order of their dates
      --to DIR                 where: root.pem, histories.jws.gz, notifications.jsonl.gz
    The same numbers are not made twice into one folder.
    """

  private(set) var customers = 1000
  private(set) var transactions = 10_000
  private(set) var seed: UInt64 = 1
  private(set) var sharing = 0
  private(set) var folder = ""
  private(set) var withNotifications = false
  private(set) var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(BenchFailure) {
    var rest = Array(arguments)[...]
    func number(_ name: String) throws(BenchFailure) -> Int {
      guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
        throw BenchFailure("\(name) needs a number: see till-bench generate --help")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--customers": customers = try number(argument)
      case "--transactions": transactions = try number(argument)
      case "--seed": seed = UInt64(try number(argument))
      case "--sharing": sharing = min(100, try number(argument))
      case "--notifications": withNotifications = true
      case "--to": folder = rest.popFirst() ?? ""
      case "--help", "-h": wantsHelp = true
      default: throw BenchFailure("there is no \(argument.debugDescription): see till-bench generate --help")
      }
    }
    guard wantsHelp || !folder.isEmpty else { throw BenchFailure("name a folder: till-bench generate --to DIR") }
  }

  init(customers: Int, transactions: Int, folder: String) {
    (self.customers, self.transactions, self.folder) = (customers, transactions, folder)
  }

  /// The text that identifies a population.
  var stamp: String {
    "customers \(customers), transactions \(transactions), seed \(seed), sharing \(sharing), notifications \(withNotifications)\n"
  }
}

/// A gzip file that is written piece by piece.
final class PackedFile {
  private let file: FileHandle
  private let stream: UnsafeMutablePointer<z_stream>
  private var room = [UInt8](repeating: 0, count: 1 << 20)

  init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw BenchFailure("\(path) cannot be written") }
    guard let stream = till_pack_start() else { throw BenchFailure("not enough memory to pack \(path)") }
    (self.file, self.stream) = (file, stream)
  }

  deinit { till_pack_end(stream) }

  func write(_ bytes: [UInt8]) throws { try pack(bytes, isLast: false) }

  /// Writes the rest, and closes the file.
  func end() throws {
    try pack([], isLast: true)
    try file.close()
  }

  private func pack(_ bytes: [UInt8], isLast: Bool) throws {
    var rest = bytes[...]
    while true {
      var (used, made) = (0, 0)
      let code = rest.withUnsafeBufferPointer { bytes in
        room.withUnsafeMutableBufferPointer { room in
          till_pack(stream, bytes.baseAddress, bytes.count, isLast, &used, room.baseAddress, room.count, &made)
        }
      }
      guard code >= 0 else { throw BenchFailure("zlib could not pack") }
      rest = rest.dropFirst(used)
      if made > 0 { try file.write(contentsOf: Data(room.prefix(made))) }
      if code == 1 || !isLast && rest.isEmpty && made < room.count { return }
    }
  }
}

import COpenSSL
import Locks

/// The chains that were found good, by the exact text of the header segment that carried them.
///
/// One cache belongs to one verifier, so the set of roots is part of the key. Only successes are kept, at most `limit`,
/// the least recently added out first. A hit saves the certificates' two P-384 signatures, never the object's own.
final class ChainCache: Sendable {
  private struct Entry {
    let header: [UInt8]
    let chain: VerifiedChain
  }

  private let entries = Mutex<[Entry]>([])
  private let limit: Int

  init(limit: Int = 64) {
    self.limit = limit
  }

  /// The chain of a header segment.
  ///
  /// Headers differ early, in the leaf's serial number, so that most comparisons are short.
  func chain(for header: ArraySlice<UInt8>) -> VerifiedChain? {
    entries.withLock { entries in
      entries.first { Self.areEqual($0.header, header) }?.chain
    }
  }

  /// Keeps a chain that was found good.
  func insert(_ chain: VerifiedChain, for header: ArraySlice<UInt8>) {
    entries.withLock { entries in
      guard !entries.contains(where: { Self.areEqual($0.header, header) }) else { return }
      if entries.count >= limit { entries.removeFirst() }
      entries.append(Entry(header: Array(header), chain: chain))
    }
  }

  /// Equality of bytes; `memcmp`, because a loop over four thousand of them costs as much as parsing the payload.
  private static func areEqual(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard one.count == other.count else { return false }
        guard let left = one.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, one.count) == 0
      }
    }
  }
}

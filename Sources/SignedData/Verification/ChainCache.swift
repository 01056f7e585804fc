import Synchronization

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
      entries.first { $0.header.count == header.count && $0.header.elementsEqual(header) }?.chain
    }
  }

  /// Keeps a chain that was found good.
  func insert(_ chain: VerifiedChain, for header: ArraySlice<UInt8>) {
    entries.withLock { entries in
      guard !entries.contains(where: { $0.header.elementsEqual(header) }) else { return }
      if entries.count >= limit { entries.removeFirst() }
      entries.append(Entry(header: Array(header), chain: chain))
    }
  }
}

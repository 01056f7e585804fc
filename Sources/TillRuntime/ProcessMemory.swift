import CMalloc

/// What this process holds of the machine's memory beyond what it uses.
package enum ProcessMemory {
  /// Lets all threads take from one heap: a dashboard's are mostly asleep, and a heap of its own for each keeps a
  /// megabyte that nobody uses.
  ///
  /// Before any thread is begun; not for a server, whose threads would wait for each other.
  package static func shareOneHeap() { cmalloc_share_one_heap() }

  /// Gives back what was freed, after work that needed much for a moment.
  static func giveBack() { cmalloc_give_back() }
}

import CMalloc

/// Control of how much unused memory the process keeps.
package enum ProcessMemory {
  /// Makes all threads share one heap: a heap for each sleeping thread of a dashboard wastes a megabyte.
  ///
  /// Call it before any thread starts. Not for a server, whose threads would wait for each other.
  package static func shareOneHeap() { cmalloc_share_heaps(1) }

  /// Limits a server's threads to one heap per processor, at most four.
  ///
  /// With a heap for each thread, every heap would grow to its thread's largest need. Call it before any thread starts.
  package static func shareFewHeaps() { cmalloc_share_heaps(4) }

  /// Returns freed memory to the system, after work that needed much memory for a short time.
  package static func giveBack() { cmalloc_give_back() }

  /// Returns the memory of the program's own code pages: a start reads nearly all of them.
  ///
  /// An open dashboard then needs three megabytes less.
  static func giveBackProgram() {
    // A debug build keeps its code pages, because a debugger writes breakpoints into them.
    #if !DEBUG
      cmalloc_let_go_of_code()
    #endif
  }
}

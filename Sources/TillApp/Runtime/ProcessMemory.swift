import CMalloc

/// The memory that this process holds beyond what it uses.
package enum ProcessMemory {
  /// Lets all threads take from one heap: a dashboard's are mostly asleep, and a heap of its own for each keeps a
  /// megabyte that is not used.
  ///
  /// Before any thread is begun; not for a server, whose threads would wait for each other.
  package static func shareOneHeap() { cmalloc_share_heaps(1) }

  /// Lets a server's threads take from as many heaps as there are processors, at most four: with one for each thread,
  /// every one of them grows to what its thread once needed at most.
  ///
  /// Before any thread is begun.
  package static func shareFewHeaps() { cmalloc_share_heaps(4) }

  /// Gives back what was freed, after work that needed much for a moment.
  package static func giveBack() { cmalloc_give_back() }

  /// Gives back the pages of the program itself that were read on the way: a start reads nearly all of them, and an
  /// open dashboard needs three megabytes less.
  static func giveBackProgram() {
    // A debugger writes its breakpoints there.
    #if !DEBUG
      cmalloc_let_go_of_code()
    #endif
  }
}

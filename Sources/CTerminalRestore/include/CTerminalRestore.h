// Gives the terminal back at every end of the process: signals, traps, exit.
#pragma once

/// Saves the modes of the terminal and installs handlers for the signals that end or stop a process.
///
/// Call on the main thread, before anything changes the modes. Signals that are ignored stay ignored. Standard error
/// is kept in a file while it is the terminal, and printed when the terminal is given back. Returns 0, or errno.
int terminal_restore_arm(int fd);

/// Wakes the reader of `terminal_restore_wakeups` at a change of size too, after curses has been told of it.
void terminal_restore_watch_size(void);

/// The terminal has put its title on a stack, from which it is taken when the terminal is given back.
void terminal_restore_title(void);

/// Gives the terminal back and takes the handlers away. Does nothing when not armed.
void terminal_restore_disarm(void);

/// The end of a pipe to wait on: it holds `z` for each stop that was asked for, `c` for each resumption, and `w` for
/// each change of size.
int terminal_restore_wakeups(void);

/// Stops the process as Ctrl-Z does, with the modes that it found; returns when it goes on.
void terminal_restore_stop(void);

/// Gives the calling thread a stack for signal handlers, so that the overflow of its own is survived long enough.
void terminal_restore_cover_thread(void);

/// A file in memory for the parts of one frame; -1 where the system has none.
int terminal_frame_file(void);

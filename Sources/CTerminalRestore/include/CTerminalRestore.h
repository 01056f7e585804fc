// Functions that restore the terminal at every end of the process: signals, traps, exit.
#pragma once

/// Saves the modes of the terminal, and installs handlers for the signals that end or stop a process.
///
/// Call it on the thread that draws, before anything changes the modes. Signals that are ignored stay ignored. If standard
/// error is a terminal, it is collected in a file and printed when the terminal is restored. Returns 0, or errno.
int terminal_restore_arm(int fd);

/// Also wakes the reader of `terminal_restore_wakeups` at a change of size, after curses has handled it.
void terminal_restore_watch_size(void);

/// Notes that the terminal's title was put on a stack; it is taken from there when the terminal is restored.
void terminal_restore_title(void);

/// Restores the terminal and removes the handlers. Does nothing when not armed.
void terminal_restore_disarm(void);

/// Returns the reading end of a pipe to wait on. It gets `z` for each request to stop, `c` for each resumption, and `w`
/// for each change of size.
int terminal_restore_wakeups(void);

/// Stops the process as Ctrl-Z does, with the terminal's original modes; returns when the process continues.
void terminal_restore_stop(void);

/// Gives the calling thread a stack for signal handlers, so that they can run after its own stack overflows.
void terminal_restore_cover_thread(void);

/// Returns the descriptor of a file in memory for the parts of one frame; -1 where the system has none.
int terminal_frame_file(void);

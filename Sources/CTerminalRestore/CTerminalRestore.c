#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

// The handlers call only write, pread, tcgetpgrp, tcsetattr, signal and raise: no allocation, no stdio, no Swift.

// Ends synchronized output, mouse reports and bracketed paste, and restores plain attributes, the character set, line
// wrap, the keypad mode, the main screen and the visible cursor.
static const char leave[] =
    "\033[?2026l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[0m\033(B\033[?7h\033[?1l\033>"
    "\033[?1049l\033[?12l\033[?25h\r";

// Restores the window's earlier title from the terminal's stack.
static const char old_title[] = "\033[23;2t";
static atomic_bool title_is_kept = false;

static const int deadly[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,    SIGFPE,  SIGSEGV, SIGTERM,
                             SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };

static struct sigaction before_deadly[deadly_count];
static struct sigaction before_stop, before_resume, before_size;
static bool size_is_watched = false;
static struct termios modes;
static int terminal = -1;
static int wakeups[2] = {-1, -1};
static int kept_errors = -1;
static int real_errors = -1;
static atomic_bool armed = false;

static void write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// Prints the errors that were written meanwhile. They may quote foreign text, so control bytes are replaced, and so are
// C1 control characters in UTF-8.
static void print_kept_errors(void) {
  if (kept_errors < 0) return;
  char bytes[1024];
  off_t at = 0;
  unsigned char last = 0;
  ssize_t count;
  while (at < 256 * 1024 && (count = pread(kept_errors, bytes, sizeof bytes, at)) > 0) {
    for (ssize_t i = 0; i < count; i++) {
      unsigned char byte = (unsigned char)bytes[i];
      bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
      if (control || (last == 0xC2 && byte >= 0x80 && byte < 0xA0)) bytes[i] = '?';
      last = byte;
    }
    write_all(real_errors, bytes, (size_t)count);
    at += count;
  }
}

// Returns whether this process is in the background. The terminal then belongs to the shell, which got it back when
// this process was stopped.
static bool is_in_background(void) {
  pid_t foreground = tcgetpgrp(terminal);
  return foreground > 0 && foreground != getpgrp();
}

static void leave_screen(void) {
  if (is_in_background()) return;
  if (atomic_exchange(&title_is_kept, false)) write_all(terminal, old_title, sizeof old_title - 1);
  write_all(terminal, leave, sizeof leave - 1);
  tcsetattr(terminal, TCSANOW, &modes);
}

static void on_deadly(int number) {
  if (atomic_load(&armed)) {
    leave_screen();
    print_kept_errors();
  }
  // Not every system resets the handler of a trap by itself. The process then ends as if there had been no handler.
  signal(number, SIG_DFL);
  raise(number);
}

static void wake(char reason) {
  int saved = errno;
  (void)!write(wakeups[1], &reason, 1);
  errno = saved;
}

static void on_stop(int number) {
  (void)number;
  wake('z');
}

static void on_resume(int number) {
  (void)number;
  wake('c');
}

static void on_size(int number) {
  int saved = errno;
  if (before_size.sa_handler != SIG_DFL && before_size.sa_handler != SIG_IGN) before_size.sa_handler(number);
  errno = saved;
  wake('w');
}

static void at_exit(void) { terminal_restore_disarm(); }

static void install(int number, void (*handler)(int), int flags, struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, NULL, before);
  if (before->sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

static void keep_errors(void) {
  if (!isatty(STDERR_FILENO)) return;
  const char *folder = getenv("TMPDIR");
  char path[512] = "/tmp/till.XXXXXX";
  if (folder && folder[0] == '/' && strlen(folder) < sizeof path - 16) {
    strcpy(path, folder);
    strcat(path, "/till.XXXXXX");
  }
  kept_errors = mkstemp(path);
  if (kept_errors < 0) return;
  unlink(path);
  fcntl(kept_errors, F_SETFD, FD_CLOEXEC);
  // Appending, so that messages of several threads never overwrite each other.
  fcntl(kept_errors, F_SETFL, O_APPEND);
  real_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(kept_errors, STDERR_FILENO);
}

static void release_errors(void) {
  if (kept_errors < 0) return;
  dup2(real_errors, STDERR_FILENO);
  close(real_errors);
  close(kept_errors);
  kept_errors = real_errors = -1;
}

static int open_wakeups(void) {
  if (wakeups[0] >= 0) return 0;
  if (pipe(wakeups) != 0) return errno;
  for (int end = 0; end < 2; end++) {
    fcntl(wakeups[end], F_SETFD, FD_CLOEXEC);
    fcntl(wakeups[end], F_SETFL, O_NONBLOCK);
  }
  atexit(at_exit);
  return 0;
}

int terminal_restore_arm(int fd) {
  if (atomic_load(&armed)) return EBUSY;
  if (tcgetattr(fd, &modes) != 0) return errno;
  int failure = open_wakeups();
  if (failure != 0) return failure;
  terminal = fd;
  terminal_restore_cover_thread();
  keep_errors();
  atomic_store(&armed, true);
  for (int i = 0; i < deadly_count; i++) install(deadly[i], on_deadly, SA_RESETHAND | SA_ONSTACK, &before_deadly[i]);
  install(SIGTSTP, on_stop, SA_RESTART, &before_stop);
  install(SIGCONT, on_resume, SA_RESTART, &before_resume);
  return 0;
}

void terminal_restore_watch_size(void) {
  install(SIGWINCH, on_size, SA_RESTART, &before_size);
  size_is_watched = true;
}

void terminal_restore_disarm(void) {
  if (!atomic_exchange(&armed, false)) return;
  leave_screen();
  print_kept_errors();
  release_errors();
  for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &before_deadly[i], NULL);
  sigaction(SIGTSTP, &before_stop, NULL);
  sigaction(SIGCONT, &before_resume, NULL);
  if (size_is_watched) sigaction(SIGWINCH, &before_size, NULL);
  size_is_watched = false;
}

void terminal_restore_title(void) { atomic_store(&title_is_kept, true); }

int terminal_restore_wakeups(void) { return wakeups[0]; }

void terminal_restore_stop(void) {
  leave_screen();
  struct sigaction stop, ours;
  memset(&stop, 0, sizeof stop);
  stop.sa_handler = SIG_DFL;
  sigemptyset(&stop.sa_mask);
  sigaction(SIGTSTP, &stop, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

void terminal_restore_cover_thread(void) {
  static _Thread_local char stack[32 * 1024];
  stack_t alternate;
  // A sanitizer has a stack of its own for each thread, and removes it at the end.
  if (sigaltstack(NULL, &alternate) == 0 && !(alternate.ss_flags & SS_DISABLE)) return;
  memset(&alternate, 0, sizeof alternate);
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, NULL);
}

int terminal_frame_file(void) {
#ifdef MFD_CLOEXEC
  return memfd_create("till.frame", MFD_CLOEXEC);
#else
  return -1;
#endif
}

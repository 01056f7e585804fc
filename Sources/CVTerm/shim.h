// The parts of terminal tests that Swift cannot call or see: fork, and the unions and bit fields of libvterm.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <vterm.h>

/// Declared here, because other headers were included with feature macros that hide them.
extern int posix_openpt(int);
extern int grantpt(int);
extern int unlockpt(int);
extern int ptsname_r(int, char *, size_t);

/// Opens both ends of a pseudo terminal of this size. Returns 0, or errno.
static inline int pty_open(int rows, int columns, int *master, int *slave) {
  *slave = -1;
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master < 0) return errno;
  // Not ptsname: tests run in parallel, and its one buffer could give a test the terminal of another one.
  char name[64];
  if (grantpt(*master) == 0 && unlockpt(*master) == 0 && ptsname_r(*master, name, sizeof name) == 0)
    *slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (*slave >= 0 && ioctl(*master, TIOCSWINSZ, &size) == 0) return 0;
  int failure = errno;
  close(*master);
  return failure;
}

/// Starts a program as the leader of a session whose terminal is `slave`. Returns its process id, or -1 with errno.
static inline pid_t pty_spawn(
    int slave, const char *program, char *const arguments[], char *const environment[], const char *folder) {
  pid_t pid = fork();
  if (pid != 0) return pid;
  // From here on only async-signal-safe calls are allowed, because the parent has threads.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  setsid();
  ioctl(slave, TIOCSCTTY, 0);
  for (int fd = 0; fd < 3; fd++) dup2(slave, fd);
  for (int fd = 3; fd < 256; fd++) close(fd);
  if (chdir(folder) == 0) execve(program, arguments, environment);
  _exit(127);
}

/// A cell of libvterm's screen, without unions and bit fields.
typedef struct {
  uint32_t scalars[VTERM_MAX_CHARS_PER_CELL];
  int width;
  bool bold, underline, reverse;
  /// The number of an indexed colour; -1 for the default; -2 for any other.
  int foreground, background;
} PlainCell;

static inline int plain_color(const VTermColor *color, uint8_t standard) {
  if (color->type & standard) return -1;
  return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -2;
}

static inline PlainCell plain_cell(const VTermScreen *screen, int row, int column) {
  VTermScreenCell cell;
  PlainCell plain = {{0}};
  if (!vterm_screen_get_cell(screen, (VTermPos){.row = row, .col = column}, &cell)) return plain;
  for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++) plain.scalars[i] = cell.chars[i];
  plain.width = cell.width;
  plain.bold = cell.attrs.bold;
  plain.underline = cell.attrs.underline != 0;
  plain.reverse = cell.attrs.reverse;
  plain.foreground = plain_color(&cell.fg, VTERM_COLOR_DEFAULT_FG);
  plain.background = plain_color(&cell.bg, VTERM_COLOR_DEFAULT_BG);
  return plain;
}

static inline bool plain_boolean(const VTermValue *value) { return value->boolean != 0; }

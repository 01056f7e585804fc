// The parts of curses that Swift cannot call (macros, variadic functions and shared variables), as typed functions
// without state.
#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Declared here, because other headers were included with feature macros that hide it.
extern int wcwidth(wchar_t);

/// Takes the locale from the environment, and returns whether its codeset is UTF-8. Call it before any other function
/// of curses.
static inline bool curses_locale_is_utf8(void) {
  // A locale that is not installed must not disable wide characters.
  if (!setlocale(LC_ALL, "")) setlocale(LC_CTYPE, "C.UTF-8");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/// Returns whether terminfo knows this terminal; `addressable` then tells whether its cursor can be positioned.
static inline bool curses_knows(const char *term, int fd, bool *addressable) {
  int error = 0;
  if (setupterm(term, fd, &error) != OK) return false;
  const char *cup = tigetstr((char *)"cup");
  *addressable = cup != NULL && cup != (const char *)-1;
  del_curterm(cur_term);
  return true;
}

/// Opens the screen on two descriptors; NULL when the terminal is unknown.
static inline SCREEN *curses_open(const char *term, int output, int input) {
  FILE *out = fdopen(output, "w");
  FILE *in = fdopen(input, "r");
  return out && in ? newterm(term, out, in) : NULL;
}

/// A window, whose members some systems hide.
typedef WINDOW *curses_window;

static inline WINDOW *curses_screen(void) { return stdscr; }
static inline int curses_width(void) { return getmaxx(stdscr); }
static inline int curses_height(void) { return getmaxy(stdscr); }

/// Makes curses paint the whole next frame, regardless of its own record of the screen.
static inline void curses_repaint_whole(void) { clearok(curscr, TRUE); }

/// Returns the number of colours; 0 where there are none.
static inline int curses_colors(void) { return has_colors() && start_color() == OK ? COLORS : 0; }

static inline attr_t curses_attributes(bool bold, bool reverse, bool underline, bool faint) {
  return (bold ? A_BOLD : 0) | (reverse ? A_REVERSE : 0) | (underline ? A_UNDERLINE : 0) | (faint ? A_DIM : 0);
}

/// Fills a cell with a character of up to three scalars, and returns the number of columns that it takes. A character
/// whose width differs in the C library is drawn as `?`, so that curses and the frame never disagree about columns.
static inline int curses_set_cell(
    cchar_t *cell, const uint32_t scalars[4], int width, attr_t attributes, short pair) {
  wchar_t text[4] = {(wchar_t)scalars[0], (wchar_t)scalars[1], (wchar_t)scalars[2], 0};
  if (scalars[0] < 0x20 || (scalars[0] > 0x7E && wcwidth(text[0]) != width)
      || setcchar(cell, text, attributes, pair, NULL) == ERR) {
    const wchar_t unknown[2] = {L'?', 0};
    setcchar(cell, unknown, attributes, pair, NULL);
    return 1;
  }
  return width;
}

/// Returns the same cell with another printable ASCII character.
static inline cchar_t curses_letter(cchar_t like, uint32_t letter) {
  like.chars[0] = (wchar_t)letter;
  return like;
}

/// Draws cells from a position on, without wrapping or scrolling.
static inline void curses_draw(int row, int column, const cchar_t *cells, int count) {
  (void)mvwadd_wchnstr(stdscr, row, column, cells, count);
}

/// Switches off the terminal driver's own handling of Ctrl-S, Ctrl-Q, Ctrl-V and Ctrl-O, and saves these modes for
/// resuming.
static inline void curses_free_control_keys(int fd) {
  struct termios modes;
  if (tcgetattr(fd, &modes) != 0) return;
  modes.c_iflag &= ~(tcflag_t)(IXON);
  modes.c_lflag &= ~(tcflag_t)(IEXTEN);
  tcsetattr(fd, TCSANOW, &modes);
  def_prog_mode();
}

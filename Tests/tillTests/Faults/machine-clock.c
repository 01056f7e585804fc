// Preloaded into the program: sets the machine's clock ahead by TILL_CLOCK_AHEAD seconds. Monotonic clocks are unchanged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  const char *ahead = getenv("TILL_CLOCK_AHEAD");
  if (clock == CLOCK_REALTIME && ahead) time->tv_sec += atol(ahead);
  return result;
}

#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

/// Macros that open a system library at the first call of one of its functions. The program's start does not pay for
/// it, and the program runs where it is not installed.
///
/// A source file names the files to try with TILL_LATE_LIBRARY, and then wraps each function that Till uses:
///
///     TILL_LATE_LIBRARY("libcurl.so.4")
///     CURL *till_curl_easy_init(void) { CALL(curl_easy_init, NULL); }

/// Defines the library of this source file: the first of these files that can be opened.
#define TILL_LATE_LIBRARY(...) \
  static void *till_library; \
  static void till_open_library(void) { \
    const char *const names[] = {__VA_ARGS__}; \
    for (size_t i = 0; !till_library && i < sizeof names / sizeof *names; i++) \
      till_library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL); \
  } \
  static void *find(const char *name) { \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    pthread_once(&once, till_open_library); \
    return till_library ? dlsym(till_library, name) : NULL; \
  }

/// Looks up a function as `found`, once. Its type is that of its declaration in the library's own header.
#define FUNCTION(name) \
  static __typeof__(&name) function; \
  __typeof__(&name) found = __atomic_load_n(&function, __ATOMIC_ACQUIRE); \
  if (!found) { \
    found = (__typeof__(&name))find(#name); \
    __atomic_store_n(&function, found, __ATOMIC_RELEASE); \
  }

/// Calls a function and returns its result, or `otherwise` where the library is missing.
#define CALL(name, otherwise, ...) \
  FUNCTION(name) \
  return found ? found(__VA_ARGS__) : (otherwise)

/// Calls a function without a result; does nothing where the library is missing.
#define DO(name, ...) \
  FUNCTION(name) \
  if (found) found(__VA_ARGS__)

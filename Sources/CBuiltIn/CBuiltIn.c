#include "CBuiltIn.h"

#include <signal.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

// Part of C since C23; both compilers that build Till know it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "files.inc"

const struct till_built_in_file *till_built_in_files(size_t *count) {
  *count = sizeof(files) / sizeof(files[0]);
  return files;
}

#ifdef TILL_GIT_HEAD
// Git's own files at the time of the build: a commit, or `ref: ` and the branch whose file holds it.
static const char head[] = {
#if __has_embed(TILL_GIT_HEAD)
#embed TILL_GIT_HEAD limit(512) suffix(,)
#endif
    0};
static const char tip[] = {
#if __has_embed(TILL_GIT_REF)
#embed TILL_GIT_REF limit(512) suffix(,)
#endif
    0};

const char *till_commit(void) {
  if (strncmp(head, "ref: ", 5) != 0) return head;
  // Another branch than the one whose file was named has another commit.
  return strncmp(head + 5, TILL_GIT_BRANCH "\n", sizeof(TILL_GIT_BRANCH)) == 0 ? tip : "";
}
#else
const char *till_commit(void) { return ""; }
#endif

static int argument_count;
static char **argument_texts;

char **till_arguments(size_t *count) {
  *count = (size_t)argument_count;
  return argument_texts;
}

const char *till_program(void) {
#ifdef __linux__
  return (const char *)getauxval(AT_EXECFN);
#else
  return argument_count > 0 ? argument_texts[0] : 0;
#endif
}

// Swift's library reads them from /proc, which not every jail has; the loader hands them to this function.
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
  argument_count = count;
  argument_texts = texts;
}

// A peer that goes away is an error of the write that finds it gone, and never the end of the process: neither of the
// program nor of a bundle of tests, which has no main of its own.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

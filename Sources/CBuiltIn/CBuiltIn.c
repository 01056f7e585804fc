#include "CBuiltIn.h"

#include <signal.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

// `#embed` is part of C since C23. Both compilers that build Till accept it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "files.inc"

const struct till_built_in_file *till_built_in_files(size_t *count) {
  *count = sizeof(files) / sizeof(files[0]);
  return files;
}

#ifdef TILL_GIT_HEAD
// The content of Git's own files at build time: a commit, or `ref: ` and the branch whose file holds the commit.
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
  // HEAD names another branch than the one whose file is embedded, so the commit is unknown.
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

// Swift's library reads the arguments from /proc, which some sandboxes lack. The loader passes them to this function.
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
  argument_count = count;
  argument_texts = texts;
}

// A write to a closed connection must fail with an error and not end the process. Set here, and not in a `main`,
// because a test bundle has no `main` of its own.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

#include "CBuiltInData.h"

#include <string.h>

#include "CBuiltIn.h"

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

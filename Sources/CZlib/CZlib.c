#include "CZlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

struct till_stream {
  z_stream z;
};

static void *library;

static void open_library(void) {
#ifdef __APPLE__
  library = dlopen("libz.1.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
  library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
#endif
}

static void *find(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return library ? dlsym(library, name) : NULL;
}

// The type of a function is that of its declaration in the library's own header.
#define FUNCTION(name) __typeof__(&name) function = (__typeof__(&name))find(#name)

bool till_zlib_is_there(void) { return find("inflate") != NULL; }

struct till_stream *till_unpack_start(void) {
  FUNCTION(inflateInit2_);
  if (!function) return NULL;
  struct till_stream *stream = calloc(1, sizeof *stream);
  // 32: gzip or zlib, as the data say.
  if (stream && function(&stream->z, 15 + 32, ZLIB_VERSION, (int)sizeof(z_stream)) == Z_OK) return stream;
  free(stream);
  return NULL;
}

struct till_stream *till_pack_start(void) {
  FUNCTION(deflateInit2_);
  if (!function) return NULL;
  struct till_stream *stream = calloc(1, sizeof *stream);
  // 16: gzip.
  if (stream && function(&stream->z, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                         (int)sizeof(z_stream)) == Z_OK)
    return stream;
  free(stream);
  return NULL;
}

static void give(struct till_stream *stream, const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
  stream->z.next_in = (Bytef *)bytes;
  stream->z.avail_in = (uInt)count;
  stream->z.next_out = out;
  stream->z.avail_out = (uInt)room;
}

static int result(struct till_stream *stream, int code, size_t count, size_t room, size_t *used, size_t *made) {
  *used = count - stream->z.avail_in;
  *made = room - stream->z.avail_out;
  if (code == Z_STREAM_END) return 1;
  return code == Z_OK || code == Z_BUF_ERROR ? 0 : -1;
}

int till_unpack(struct till_stream *stream, const uint8_t *bytes, size_t count, size_t *used, uint8_t *out,
                size_t room, size_t *made) {
  FUNCTION(inflate);
  __typeof__(&inflateReset) again = (__typeof__(&inflateReset))find("inflateReset");
  *used = *made = 0;
  if (!function || !again) return -1;
  give(stream, bytes, count, out, room);
  int code = result(stream, function(&stream->z, Z_NO_FLUSH), count, room, used, made);
  // A gzip file may be several, one after the other.
  if (code == 1) again(&stream->z);
  return code;
}

int till_pack(struct till_stream *stream, const uint8_t *bytes, size_t count, bool is_last, size_t *used,
              uint8_t *out, size_t room, size_t *made) {
  FUNCTION(deflate);
  *used = *made = 0;
  if (!function) return -1;
  give(stream, bytes, count, out, room);
  return result(stream, function(&stream->z, is_last ? Z_FINISH : Z_NO_FLUSH), count, room, used, made);
}

void till_unpack_end(struct till_stream *stream) {
  FUNCTION(inflateEnd);
  if (function && stream) function(&stream->z);
  free(stream);
}

void till_pack_end(struct till_stream *stream) {
  FUNCTION(deflateEnd);
  if (function && stream) function(&stream->z);
  free(stream);
}

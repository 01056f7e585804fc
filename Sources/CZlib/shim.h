#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

/// Begins to unpack gzip or zlib data; returns NULL without memory.
static inline z_stream *till_unpack_start(void) {
  z_stream *stream = (z_stream *)calloc(1, sizeof *stream);
  // 32 accepts both gzip and zlib.
  if (stream && inflateInit2(stream, 15 + 32) == Z_OK) return stream;
  free(stream);
  return NULL;
}

/// Begins to pack as gzip, fast rather than small; returns NULL without memory.
static inline z_stream *till_pack_start(void) {
  z_stream *stream = (z_stream *)calloc(1, sizeof *stream);
  // 16 selects gzip.
  if (stream && deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK) return stream;
  free(stream);
  return NULL;
}

static inline void till_give(z_stream *stream, const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = (uInt)count;
  stream->next_out = out;
  stream->avail_out = (uInt)room;
}

static inline int till_result(z_stream *stream, int code, size_t count, size_t room, size_t *used, size_t *made) {
  *used = count - stream->avail_in;
  *made = room - stream->avail_out;
  if (code == Z_STREAM_END) return 1;
  return code == Z_OK || code == Z_BUF_ERROR ? 0 : -1;
}

/// Unpacks some bytes. `used` gets how many of them were read, `made` how many were written.
///
/// Returns 0 to continue, 1 at the end of a gzip member, -1 for invalid data.
static inline int till_unpack(z_stream *stream, const uint8_t *bytes, size_t count, size_t *used, uint8_t *out,
                              size_t room, size_t *made) {
  till_give(stream, bytes, count, out, room);
  int code = till_result(stream, inflate(stream, Z_NO_FLUSH), count, room, used, made);
  // A gzip file may consist of several members.
  if (code == 1) inflateReset(stream);
  return code;
}

/// Packs some bytes, with the parameters and results of `till_unpack`.
static inline int till_pack(z_stream *stream, const uint8_t *bytes, size_t count, bool is_last, size_t *used,
                            uint8_t *out, size_t room, size_t *made) {
  till_give(stream, bytes, count, out, room);
  return till_result(stream, deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH), count, room, used, made);
}

/// Frees a stream of `till_unpack_start`.
static inline void till_unpack_end(z_stream *stream) {
  if (stream) inflateEnd(stream);
  free(stream);
}

/// Frees a stream of `till_pack_start`.
static inline void till_pack_end(z_stream *stream) {
  if (stream) deflateEnd(stream);
  free(stream);
}

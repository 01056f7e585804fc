#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// zlib, opened when the first of these functions is called and not with the program: only files that are packed want it.

/// Whether the library could be opened.
bool till_zlib_is_there(void);

/// What is being packed or unpacked.
struct till_stream;

/// Begins to unpack gzip (or zlib) data; NULL where the library or memory is missing.
struct till_stream *till_unpack_start(void);
/// Begins to pack as gzip, fast rather than small.
struct till_stream *till_pack_start(void);

/// Goes on with some bytes.
///
/// @param used How many of the given bytes were taken.
/// @param made How many bytes came out.
/// @return 0 to go on, 1 where a gzip member ended, -1 for data that are none.
int till_unpack(struct till_stream *stream, const uint8_t *bytes, size_t count, size_t *used, uint8_t *out,
                size_t room, size_t *made);
int till_pack(struct till_stream *stream, const uint8_t *bytes, size_t count, bool is_last, size_t *used,
              uint8_t *out, size_t room, size_t *made);

/// Frees what `till_unpack_start` made.
void till_unpack_end(struct till_stream *stream);
/// Frees what `till_pack_start` made.
void till_pack_end(struct till_stream *stream);

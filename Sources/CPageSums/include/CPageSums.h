#pragma once
#include <stddef.h>
#include <stdint.h>

/// The number of bytes at the end of each page that hold its checksum.
enum { till_page_sum_size = 8 };

/// Returns the checksum of a page without its last eight bytes; 0 for a page of zeros. The sums of two pages that
/// differ in one bit differ.
uint64_t till_page_sum(const uint8_t *page, size_t size);

/// Registers a layer over SQLite's default file system by the name `till-sums`. In a database that reserves eight bytes
/// at the end of each page, it writes each page with its checksum there. Reading is not changed.
///
/// Returns SQLite's result code. Call it once.
int till_page_sums_register(void);

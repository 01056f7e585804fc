#pragma once
#include <stddef.h>
#include <stdint.h>

/// How many bytes at the end of each page hold its sum.
enum { till_page_sum_size = 8 };

/// The sum of a page without its last eight bytes; 0 of a page of zeros. Two pages that differ in one bit differ in it.
uint64_t till_page_sum(const uint8_t *page, size_t size);

/// Makes a layer over SQLite's usual files known by the name `till-sums`: each page of a database that keeps eight bytes
/// at its end free is written with its sum there. Reading is left as it is.
///
/// Returns SQLite's code. To be called once.
int till_page_sums_register(void);

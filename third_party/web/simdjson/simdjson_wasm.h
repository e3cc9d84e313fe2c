// What simdjson's kernel for SSE4.2 needs of <x86intrin.h>, by the vectors of WebAssembly, which has
// no instructions of its own for the two functions below.
#pragma once

#include <cstdint>

#include <wasm_simd128.h>

// Emscripten's headers give what a compiler for x86 would have.
#define __SSE__ 1
#define __SSE2__ 1
#define __SSE3__ 1
#define __SSSE3__ 1
#define __SSE4_1__ 1
#define __SSE4_2__ 1
#define __PCLMUL__ 1
#include <nmmintrin.h>

/// By all ones, which is all that simdjson multiplies by: each bit of the product is the parity of the
/// bits up to it.
static inline __m128i _mm_clmulepi64_si128(__m128i a, __m128i /*all_ones*/, int /*halves*/) {
  std::uint64_t bits = static_cast<std::uint64_t>(wasm_i64x2_extract_lane(a, 0));
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return wasm_i64x2_make(static_cast<std::int64_t>(bits), 0);
}

static inline int _popcnt64(std::int64_t bits) {
  return __builtin_popcountll(static_cast<std::uint64_t>(bits));
}

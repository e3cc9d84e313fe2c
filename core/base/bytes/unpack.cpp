#include "core/base/bytes/unpack.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <zstd.h>

#include <isa-l/igzip_lib.h>

namespace lanescope {
namespace {

constexpr std::size_t kFirstSize = std::size_t{64} << 10;

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Calls decode(out, size) until it reports the end; it returns how many bytes it wrote, or nullopt
/// if they are damaged. `ended` says when there is no more.
template <typename Decode>
std::optional<std::string> grown(std::size_t packed, std::size_t most, const Decode& decode) {
  std::string out;
  std::size_t size = 0;
  bool ended = false;
  while (!ended) {
    if (size == out.size()) {
      if (out.size() > most) return std::nullopt;
      out.resize(std::max({kFirstSize, packed * 4, out.size() * 2}));
    }
    const auto got = decode(out.data() + size, out.size() - size, ended);
    if (!got) return std::nullopt;
    size += *got;
  }
  if (size > most) return std::nullopt;
  out.resize(size);
  return out;
}

}  // namespace

std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t most) {
  constexpr std::size_t kMostAtOnce = std::numeric_limits<std::uint32_t>::max() / 2;
  if (packed.size() > kMostAtOnce) return std::nullopt;
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  state->crc_flag = ISAL_ZLIB;
  // ISA-L takes its input as bytes that it could change, and does not.
  state->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(packed.data()));
  state->avail_in = static_cast<std::uint32_t>(packed.size());
  return grown(packed.size(), most, [&](char* out, std::size_t room, bool& ended) {
    const auto offered = static_cast<std::uint32_t>(std::min(room, kMostAtOnce));
    state->next_out = reinterpret_cast<std::uint8_t*>(out);
    state->avail_out = offered;
    const int result = isal_inflate(state.get());
    const std::size_t got = offered - state->avail_out;
    ended = state->block_state == ISAL_BLOCK_FINISH;
    const bool stuck = !ended && got == 0;
    return result != ISAL_DECOMP_OK || stuck ? std::nullopt : std::optional(got);
  });
}

std::optional<std::string> unpack_zstd(std::string_view packed, std::size_t most) {
  const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) return std::nullopt;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t wanted = 1;
  return grown(packed.size(), most, [&](char* out, std::size_t room, bool& ended) {
    ZSTD_outBuffer text{out, room, 0};
    const std::size_t before = in.pos;
    wanted = ZSTD_decompressStream(context.get(), &text, &in);
    ended = wanted == 0 && in.pos == in.size;
    const bool stuck = !ended && text.pos == 0 && in.pos == before;
    return ZSTD_isError(wanted) != 0U || stuck ? std::nullopt : std::optional(text.pos);
  });
}

}  // namespace lanescope

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

/// Calls decode(out, size) until it reports the end; it returns how many bytes it wrote, or nullopt
/// if they are damaged. `ended` says when there is no more. Returns how much of `out` was written.
template <typename Decode>
std::optional<std::size_t> grow(std::string& out, std::size_t packed, std::size_t most,
                                const Decode& decode) {
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
  return size;
}

/// Decodes the next piece of zstd frames, as grow() asks for it.
std::optional<std::size_t> decode_zstd(ZSTD_DCtx& context, ZSTD_inBuffer& in, char* out,
                                       std::size_t room, bool& ended) {
  ZSTD_outBuffer text{out, room, 0};
  const std::size_t before = in.pos;
  const std::size_t wanted = ZSTD_decompressStream(&context, &text, &in);
  ended = wanted == 0 && in.pos == in.size;
  const bool stuck = !ended && text.pos == 0 && in.pos == before;
  return ZSTD_isError(wanted) != 0U || stuck ? std::nullopt : std::optional(text.pos);
}

template <typename Decode>
std::optional<std::string> grown(std::size_t packed, std::size_t most, const Decode& decode) {
  std::string out;
  const auto size = grow(out, packed, most, decode);
  if (!size) return std::nullopt;
  out.resize(*size);
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
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  if (!context) return std::nullopt;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  return grown(packed.size(), most, [&](char* out, std::size_t room, bool& ended) {
    return decode_zstd(*context, in, out, room, ended);
  });
}

void ZstdUnpacker::FreeContext::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

std::optional<std::string_view> ZstdUnpacker::unpack(std::string_view packed, std::size_t most) {
  if (!context_) context_.reset(ZSTD_createDCtx());
  if (!context_) return std::nullopt;
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);  // the one before may be damaged
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  const auto size = grow(out_, packed.size(), most, [&](char* out, std::size_t room, bool& ended) {
    return decode_zstd(*context_, in, out, room, ended);
  });
  if (!size) return std::nullopt;
  return std::string_view(out_).substr(0, *size);
}

}  // namespace lanescope

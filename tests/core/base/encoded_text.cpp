#include "tests/core/base/encoded_text.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>
#include <zstd.h>

#include <isa-l/igzip_lib.h>

#include "core/base/text/utf8.h"

namespace lanescope {

std::string trace_like_text(std::size_t size) {
  std::string text = "{\"traceEvents\": [\n";
  std::uint64_t random = 88172645463325252ULL;
  while (text.size() < size) {
    random ^= random << 13U;
    random ^= random >> 7U;
    random ^= random << 17U;
    text += R"(  {"ph": "X", "cat": "kernel", "name": "gemm_)" + std::to_string(random % 97) +
            R"(", "ts": )" + std::to_string(random % 1000000007) + R"(, "dur": )" +
            std::to_string(random % 1009) + "},\n";
  }
  return text;
}

std::string gzip_of(std::string_view text) {
  std::string in(text);
  std::string out(text.size() + text.size() / 8 + 1024, '\0');
  std::vector<std::uint8_t> level_buffer(ISAL_DEF_LVL1_DEFAULT);
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.gzip_flag = IGZIP_GZIP;
  stream.level = 1;
  stream.level_buf = level_buffer.data();
  stream.level_buf_size = static_cast<std::uint32_t>(level_buffer.size());
  stream.end_of_stream = 1;
  stream.next_in = reinterpret_cast<std::uint8_t*>(in.data());
  stream.avail_in = static_cast<std::uint32_t>(in.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  if (isal_deflate(&stream) != COMP_OK || stream.avail_in != 0)
    throw std::logic_error("isal_deflate");
  out.resize(out.size() - stream.avail_out);
  return out;
}

std::string zstd_of(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1);
  if (ZSTD_isError(size) != 0) throw std::logic_error("ZSTD_compress");
  out.resize(size);
  return out;
}

std::string skippable_zstd_frame(std::string_view content) {
  std::string frame = "\x50\x2A\x4D\x18";
  for (unsigned shift = 0; shift < 32; shift += 8)
    frame += static_cast<char>(content.size() >> shift & 0xFFU);
  return frame.append(content);
}

std::string utf16_of(std::string_view text, bool big_endian) {
  std::string out;
  const auto put = [&](char32_t unit) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  put(0xFEFF);
  while (!text.empty()) {
    const std::size_t n = std::max<std::size_t>(utf8_length(text), 1);
    constexpr unsigned char kFirstBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t c = static_cast<unsigned char>(text[0]) & kFirstBits[n];
    for (std::size_t i = 1; i < n; ++i) c = c << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
    text.remove_prefix(n);
    if (c < 0x10000) {
      put(c);
    } else {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
  return out;
}

std::string read_all(ByteSource& source, std::size_t chunk) {
  std::string text;
  std::vector<char> buffer(chunk);
  while (const std::size_t n = source.read(buffer)) text.append(buffer.data(), n);
  return text;
}

std::string read_part(ByteSource& source, std::size_t offset, std::size_t size) {
  std::string part(size, '\0');
  const Result<std::size_t> n = source.read_at(offset, part);
  if (!n.ok()) throw std::logic_error(n.error().message);
  part.resize(n.value());
  return part;
}

}  // namespace lanescope

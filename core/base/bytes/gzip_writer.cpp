#include "core/base/bytes/gzip_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <isa-l/igzip_lib.h>

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = 1U << 20;

}  // namespace

struct GzipWriter::State {
  isal_zstream stream{};
  std::vector<std::uint8_t> level_buffer;
};

GzipWriter::GzipWriter(GzipEffort effort) : state_(std::make_unique<State>()) {
  const bool small = effort == GzipEffort::Small;
  state_->level_buffer.resize(small ? ISAL_DEF_LVL3_DEFAULT : ISAL_DEF_LVL1_DEFAULT);
  isal_deflate_init(&state_->stream);
  state_->stream.level = small ? 3 : 1;
  state_->stream.level_buf = state_->level_buffer.data();
  state_->stream.level_buf_size = static_cast<std::uint32_t>(state_->level_buffer.size());
  state_->stream.gzip_flag = IGZIP_GZIP;
}

GzipWriter::~GzipWriter() = default;

void GzipWriter::compress(std::string_view text, bool last, std::string& out) {
  isal_zstream& stream = state_->stream;
  std::array<std::uint8_t, 64 << 10> piece;
  do {
    const std::size_t n = std::min(text.size(), kPieceBytes);
    // The library declares its input mutable, although it only reads it.
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<std::uint32_t>(n);
    text.remove_prefix(n);
    stream.end_of_stream = last && text.empty() ? 1 : 0;
    do {
      stream.next_out = piece.data();
      stream.avail_out = static_cast<std::uint32_t>(piece.size());
      isal_deflate(&stream);
      out.append(reinterpret_cast<const char*>(piece.data()), piece.size() - stream.avail_out);
    } while (stream.avail_out == 0 || stream.avail_in > 0);
  } while (!text.empty());
}

}  // namespace lanescope

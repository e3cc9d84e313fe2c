#include "core/base/bytes/byte_source.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/base/bytes/file_source.h"
#include "core/base/bytes/gzip_source.h"
#include "core/base/bytes/memory_source.h"
#include "core/base/bytes/skip_source.h"
#include "core/base/bytes/utf16_source.h"
#include "core/base/bytes/zstd_source.h"

namespace lanescope {
namespace {

using namespace std::string_view_literals;

bool is_skippable_frame(std::string_view head) {
  return head.size() >= 4 && (head[0] & '\xF0') == '\x50' && head.substr(1, 3) == "\x2A\x4D\x18"sv;
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> raw, std::string_view head) {
  if (head.starts_with("\x1F\x8B"sv)) return gzip_source(std::move(raw));
  if (head.starts_with("\x28\xB5\x2F\xFD"sv) || is_skippable_frame(head))
    return zstd_source(std::move(raw));
  return raw;
}

std::unique_ptr<ByteSource> as_utf8(std::unique_ptr<ByteSource> source, std::string_view head) {
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF"sv;
  if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv))
    return utf16_source(std::move(source));
  if (head.starts_with(kUtf8Mark)) return skip_source(std::move(source), kUtf8Mark.size());
  return source;
}

/// The first bytes, without taking them from read().
std::string_view peek(ByteSource& source, std::array<char, 4>& room) {
  const Result<std::size_t> n = source.read_at(0, room);
  return {room.data(), n.ok() ? n.value() : 0};
}

}  // namespace

std::unique_ptr<ByteSource> decoded_source(std::unique_ptr<ByteSource> raw) {
  std::array<char, 4> room{};
  const std::string_view raw_head = peek(*raw, room);
  std::unique_ptr<ByteSource> source = decompressed(std::move(raw), raw_head);
  const std::string_view text_head = peek(*source, room);
  return as_utf8(std::move(source), text_head);
}

Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> raw = open_raw_source(path);
  if (!raw.ok()) return raw;
  return decoded_source(std::move(raw).value());
}

std::unique_ptr<ByteSource> memory_byte_source(std::string text, std::size_t slow_reads) {
  return decoded_source(raw_memory_source(std::move(text), slow_reads));
}

}  // namespace lanescope

#include "core/base/bytes/byte_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/base/bytes/file_source.h"
#include "core/base/bytes/gzip_source.h"
#include "core/base/bytes/utf16_source.h"
#include "core/base/bytes/zstd_source.h"

namespace lanescope {
namespace {

class MemorySource : public ByteSource {
 public:
  MemorySource(std::string bytes, std::size_t slow_reads)
      : bytes_(std::move(bytes)), slow_reads_(slow_reads) {}

  std::size_t read(std::span<char> out) override {
    const std::size_t from = position_.load(std::memory_order_relaxed);
    const std::size_t n =
        copy(from, slow_reads_ > 0 ? out.first(std::min(out.size(), slow_reads_)) : out);
    position_.store(from + n, std::memory_order_relaxed);
    return n;
  }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return copy(static_cast<std::size_t>(std::min<std::uint64_t>(offset, bytes_.size())), out);
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    if (slow_reads_ > 0) return std::nullopt;
    return bytes_.size();
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return bytes_.size(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override {
    return position_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return bytes_.size(); }

 private:
  [[nodiscard]] std::size_t copy(std::size_t from, std::span<char> out) const {
    const std::size_t n = std::min(out.size(), bytes_.size() - from);
    if (n > 0) std::memcpy(out.data(), bytes_.data() + from, n);
    return n;
  }

  std::string bytes_;
  std::size_t slow_reads_;
  std::atomic<std::size_t> position_{0};
};

class AgainSource final : public PositionedSource {
 public:
  AgainSource(ByteSource& below, std::uint64_t from) : PositionedSource(from), below_(&below) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return below_->read_at(offset, out);
  }
  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    return below_->random_access_size();
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return below_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return below_->consumed_bytes(); }

 private:
  ByteSource* below_;
};

// Skips the first bytes of a source: the byte order mark of UTF-8.

class SkipSource : public ByteSource {
 public:
  SkipSource(std::unique_ptr<ByteSource> below, std::size_t count)
      : below_(std::move(below)), count_(count), to_skip_(count) {}

  std::size_t read(std::span<char> out) override {
    std::array<char, 16> skipped{};
    while (to_skip_ > 0) {
      const std::size_t n =
          below_->read(std::span(skipped).first(std::min(to_skip_, skipped.size())));
      if (n == 0) return 0;
      to_skip_ -= n;
    }
    return below_->read(out);
  }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return below_->read_at(offset + count_, out);
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    const auto size = below_->random_access_size();
    return size ? std::optional(*size - std::min<std::uint64_t>(*size, count_)) : std::nullopt;
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return below_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return below_->consumed_bytes(); }
  [[nodiscard]] std::string damage() const override { return below_->damage(); }
  [[nodiscard]] bool is_cut() const override { return below_->is_cut(); }
  [[nodiscard]] bool changed() const override { return below_->changed(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return below_->memory_bytes(); }

 private:
  std::unique_ptr<ByteSource> below_;
  std::size_t count_;
  std::size_t to_skip_;
};

/// Offset 0 of the result is offset `count` of `below`. Random access is preserved.
std::unique_ptr<ByteSource> skip_source(std::unique_ptr<ByteSource> below, std::size_t count) {
  return std::make_unique<SkipSource>(std::move(below), count);
}

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

/// Reads the first bytes without consuming them.
std::string_view peek(ByteSource& source, std::array<char, 4>& room) {
  const Result<std::size_t> n = source.read_at(0, room);
  return {room.data(), n.ok() ? n.value() : 0};
}

}  // namespace

std::unique_ptr<ByteSource> raw_memory_source(std::string bytes, std::size_t slow_reads) {
  return std::make_unique<MemorySource>(std::move(bytes), slow_reads);
}

std::unique_ptr<ByteSource> again_source(ByteSource& below, std::uint64_t from) {
  return std::make_unique<AgainSource>(below, from);
}

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

#include "core/readers/sqlite/unpacked_source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/readers/sqlite/header.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostInMemory = std::uint64_t{4} << 30U;

class UnpackedSource final : public PositionedSource {
 public:
  UnpackedSource(std::shared_ptr<ByteSource> packed, std::string text)
      : packed_(std::move(packed)), text_(std::move(text)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= text_.size()) return std::size_t{0};
    return text_.copy(out.data(), out.size(), static_cast<std::size_t>(offset));
  }
  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    return text_.size();
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return packed_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return packed_->consumed_bytes(); }
  [[nodiscard]] std::string damage() const override { return packed_->damage(); }
  [[nodiscard]] bool changed() const override { return packed_->changed(); }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return text_.capacity() + packed_->memory_bytes();
  }

 private:
  std::shared_ptr<ByteSource> packed_;
  std::string text_;
};

}  // namespace

Result<std::shared_ptr<ByteSource>> unpacked_source(std::shared_ptr<ByteSource> source,
                                                    const LoadProgress* progress) {
  constexpr std::size_t kPiece = std::size_t{4} << 20U;
  if (source->random_access_size()) return source;
  std::string text;
  // What is behind the end of the database is not used, and may be a file that unpacks to anything.
  std::uint64_t most = kMostInMemory;
  for (std::size_t got = 1; got != 0 && text.size() <= most;) {
    if (progress != nullptr && progress->cancel)
      return Error{Error::Kind::Cancelled, "was stopped while it was unpacked"};
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    got = source->read(std::span(text).subspan(before));
    text.resize(before + got);
    const std::uint64_t said = sqlite_bytes_in_header(text);
    if (said != 0) most = std::min(said, kMostInMemory);
  }
  LANESCOPE_CHECK(text.size() <= kMostInMemory + kPiece, "at most {} bytes, not {}", kMostInMemory,
                  text.size());
  if (text.size() > kMostInMemory)
    return Error{Error::Kind::Unsupported,
                 "is too large to be unpacked into memory: unpack it first"};
  if (text.size() > most) text.resize(static_cast<std::size_t>(most));
  text.shrink_to_fit();
  return std::shared_ptr<ByteSource>(
      std::make_shared<UnpackedSource>(std::move(source), std::move(text)));
}

}  // namespace lanescope

#include "core/base/bytes/skip_source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope {
namespace {

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
  [[nodiscard]] bool changed() const override { return below_->changed(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return below_->memory_bytes(); }

 private:
  std::unique_ptr<ByteSource> below_;
  std::size_t count_;
  std::size_t to_skip_;
};

}  // namespace

std::unique_ptr<ByteSource> skip_source(std::unique_ptr<ByteSource> below, std::size_t count) {
  return std::make_unique<SkipSource>(std::move(below), count);
}

}  // namespace lanescope

#include "core/base/bytes/memory_source.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

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

}  // namespace

std::unique_ptr<ByteSource> raw_memory_source(std::string bytes, std::size_t slow_reads) {
  return std::make_unique<MemorySource>(std::move(bytes), slow_reads);
}

}  // namespace lanescope

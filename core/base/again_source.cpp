#include "core/base/again_source.h"

namespace lanescope {
namespace {

class AgainSource final : public ByteSource {
 public:
  explicit AgainSource(ByteSource& below) : below_(&below) {}
  std::size_t read(std::span<char> out) override {
    const auto got = below_->read_at(at_, out);
    if (!got.ok()) return 0;
    at_ += got.value();
    return got.value();
  }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return below_->read_at(offset, out);
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return below_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return at_; }

 private:
  ByteSource* below_;
  std::uint64_t at_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> again_source(ByteSource& below) {
  return std::make_unique<AgainSource>(below);
}

}  // namespace lanescope

#include "core/base/bytes/again_source.h"

#include "core/base/bytes/positioned_source.h"

namespace lanescope {
namespace {

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

}  // namespace

std::unique_ptr<ByteSource> again_source(ByteSource& below, std::uint64_t from) {
  return std::make_unique<AgainSource>(below, from);
}

}  // namespace lanescope

#include "core/readers/capture/stream.h"

#include <utility>

#include "core/base/bytes/file_source.h"

namespace lanescope {
namespace {

class WholeCapture final : public CaptureStream {
 public:
  WholeCapture(std::unique_ptr<ByteSource> file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  std::unique_ptr<ByteSource> stream() override { return std::move(file_); }
  [[nodiscard]] Result<std::unique_ptr<ByteSource>> until(std::uint64_t bytes) const override {
    return open_pieces({{path_, bytes}});
  }

 private:
  std::unique_ptr<ByteSource> file_;
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<CaptureStream>> follow_capture(const std::string& path) {
  auto file = open_growing_file(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<CaptureStream>(
      std::make_unique<WholeCapture>(std::move(file).value(), path));
}

}  // namespace lanescope

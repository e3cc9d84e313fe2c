#include <algorithm>
#include <utility>

#include "core/base/bytes/file_source.h"

namespace lanescope {
namespace {

struct OpenPiece {
  std::unique_ptr<ByteSource> file;
  std::uint64_t begin = 0, end = 0;  // in the text
  std::uint64_t from = 0;            // in the file
};

class PieceSource final : public PositionedSource {
 public:
  explicit PieceSource(std::vector<OpenPiece> pieces) : pieces_(std::move(pieces)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    std::size_t done = 0;
    for (const OpenPiece& piece : pieces_) {
      if (offset >= piece.end || done == out.size()) continue;
      const std::size_t wanted =
          static_cast<std::size_t>(std::min<std::uint64_t>(out.size() - done, piece.end - offset));
      auto got = piece.file->read_at(piece.from + offset - piece.begin, out.subspan(done, wanted));
      if (!got.ok()) return got;
      done += got.value();
      offset += got.value();
      if (got.value() < wanted) break;
    }
    return done;
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    return file_bytes();
  }
  [[nodiscard]] std::uint64_t file_bytes() const override {
    return pieces_.empty() ? 0 : pieces_.back().end;
  }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return position(); }
  [[nodiscard]] bool changed() const override {
    return std::ranges::any_of(pieces_,
                               [](const OpenPiece& piece) { return piece.file->changed(); });
  }

 private:
  std::vector<OpenPiece> pieces_;  // by place in the text
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_pieces(const std::vector<FilePiece>& pieces,
                                                bool are_written) {
  std::vector<OpenPiece> open;
  std::uint64_t at = 0;
  for (const FilePiece& piece : pieces) {
    auto file = are_written ? open_growing_file(piece.path) : open_raw_source(piece.path);
    if (!file.ok()) return file.error();
    const std::uint64_t there = file.value()->file_bytes();
    const std::uint64_t bytes = std::min(piece.bytes, there - std::min(there, piece.from));
    open.push_back({std::move(file).value(), at, at + bytes, piece.from});
    at += bytes;
  }
  return std::unique_ptr<ByteSource>(std::make_unique<PieceSource>(std::move(open)));
}

}  // namespace lanescope

// A recording of which the last stretch is kept: its segments as they come and go, and what a
// recorder has left that was killed. A segment holds chunks and no header.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "capture/wire/file.h"
#include "core/base/bytes/growing_source.h"
#include "core/base/bytes/piece_source.h"
#include "core/base/check.h"
#include "core/readers/capture/segments.h"
#include "core/readers/capture/stream.h"

namespace lanescope {
namespace {

constexpr int kTries = 8;            // to open all segments before one of them is dropped
constexpr unsigned kLookEvery = 32;  // for segments behind one that was dropped unread

class SegmentStream final : public ByteSource {
 public:
  SegmentStream(std::unique_ptr<ByteSource> header, std::shared_ptr<CaptureSegments> segments)
      : file_(std::move(header)), segments_(std::move(segments)) {}

  std::size_t read(std::span<char> out) override {
    while (true) {
      const std::size_t n = read_here(out);
      position_ += n;
      if (n != 0 || (number_ == 0 && position_ < sizeof(wire::FileHeader))) return n;
      auto next = open_next();
      if (!next) return 0;
      // A segment is complete when there is another: what came between the two questions is last.
      if (const std::size_t last = read_here(out); last != 0) {
        position_ += last;
        return last;
      }
      LANESCOPE_CHECK(next->first > number_, "a segment behind {}, not {}", number_, next->first);
      number_ = next->first;
      file_ = std::move(next->second);
      segments_->begins_at(number_, position_);
    }
  }

  Result<std::size_t> read_at(std::uint64_t, std::span<char>) override {
    return Error{Error::Kind::Unreadable, "is read front to back"};
  }
  [[nodiscard]] std::uint64_t file_bytes() const override {
    return number_ != 0 ? position_ : std::min(file_->file_bytes(), kHeaderBytes);
  }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return position_; }

 private:
  static constexpr std::uint64_t kHeaderBytes = sizeof(wire::FileHeader);

  /// Of the file itself only the header: what is appended to it has been read before.
  std::size_t read_here(std::span<char> out) {
    LANESCOPE_CHECK(number_ != 0 || position_ <= kHeaderBytes,
                    "a header of {} bytes at most, not {}", kHeaderBytes, position_);
    if (number_ == 0) out = out.first(std::min(out.size(), kHeaderBytes - position_));
    return file_->read(out);
  }

  std::optional<std::pair<std::int64_t, std::unique_ptr<ByteSource>>> open_next() {
    std::int64_t next = number_ + 1;
    auto file = open_growing_file(segments_->file(next));
    if (!file.ok() && ++failures_ % kLookEvery == 0) {
      for (const std::int64_t number : segments_->numbers()) {
        if (number <= next) continue;
        next = number;
        file = open_growing_file(segments_->file(next));
        break;
      }
    }
    if (!file.ok()) return std::nullopt;
    return std::pair(next, std::move(file).value());
  }

  std::unique_ptr<ByteSource> file_;  // the one that is read
  std::int64_t number_ = 0;           // its segment; 0: the file with the header
  std::shared_ptr<CaptureSegments> segments_;
  std::uint64_t position_ = 0;
  unsigned failures_ = 0;
};

class KeptCapture final : public CaptureStream {
 public:
  KeptCapture(std::unique_ptr<ByteSource> header, std::string path)
      : header_(std::move(header)), segments_(std::make_shared<CaptureSegments>(std::move(path))) {}

  std::unique_ptr<ByteSource> stream() override {
    return std::make_unique<SegmentStream>(std::move(header_), segments_);
  }

  /// A segment whose definitions have moved into the file must not be left out of both, nor its
  /// events be there twice: nothing may have been dropped meanwhile.
  [[nodiscard]] Result<std::unique_ptr<ByteSource>> until(std::uint64_t bytes) const override {
    for (int i = 0; i < kTries; ++i) {
      const std::vector<std::int64_t> numbers = segments_->numbers();
      auto pieces = pieces_until(numbers, bytes);
      if (!pieces.ok()) return pieces.error();
      auto opened = open_pieces(pieces.value());
      const std::vector<std::int64_t> now = segments_->numbers();
      if (opened.ok() && !numbers.empty() && !now.empty() && now.front() == numbers.front())
        return opened;
    }
    return Error{Error::Kind::Unreadable, "changes faster than it can be read"};
  }

 private:
  [[nodiscard]] Result<std::vector<FilePiece>> pieces_until(
      const std::vector<std::int64_t>& numbers, std::uint64_t bytes) const {
    const auto whole = open_growing_file(segments_->whole());
    if (!whole.ok()) return whole.error();
    std::vector<FilePiece> pieces = segments_->pieces(survey_whole(*whole.value()), numbers);
    for (const std::int64_t number : numbers) {
      const auto piece = std::ranges::find(pieces, segments_->file(number), &FilePiece::path);
      if (piece == pieces.end()) continue;
      const std::uint64_t kept = segments_->bytes_until(number, bytes);
      piece->bytes = kept - std::min(kept, piece->from);
      if (piece->bytes == 0) pieces.erase(piece);
    }
    return pieces;
  }

  std::unique_ptr<ByteSource> header_;
  std::shared_ptr<CaptureSegments> segments_;
};

}  // namespace

std::unique_ptr<ByteSource> open_left_segments(const std::string& path) {
  const CaptureSegments segments(path);
  const std::vector<std::int64_t> numbers = segments.numbers();
  if (numbers.empty()) return nullptr;
  const auto whole = open_growing_file(path);
  if (!whole.ok()) return nullptr;
  const std::vector<FilePiece> pieces = segments.pieces(survey_whole(*whole.value()), numbers);
  if (pieces.size() == 1) return nullptr;
  auto opened = open_pieces(pieces);
  return opened.ok() ? std::move(opened).value() : nullptr;
}

Result<std::unique_ptr<CaptureStream>> follow_kept_capture(const std::string& path) {
  auto file = open_growing_file(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<CaptureStream>(
      std::make_unique<KeptCapture>(std::move(file).value(), path));
}

}  // namespace lanescope

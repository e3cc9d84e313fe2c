// A recording of which the last stretch is kept, see capture/host/kept_segments.h: FILE.part000001
// and so on, removed from the front. A segment holds chunks and no header.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "capture/wire/file.h"
#include "core/base/growing_source.h"
#include "core/base/json_text.h"
#include "core/base/piece_source.h"
#include "core/readers/capture_file.h"
#include "core/readers/capture_stream.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".part";
constexpr int kTries = 8;            // to open all segments before one of them is dropped
constexpr unsigned kLookEvery = 32;  // for segments behind one that was dropped unread

/// Which segments there are, and where each begins in the stream.
class Segments {
 public:
  explicit Segments(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& whole() const { return path_; }
  [[nodiscard]] std::string file(std::int64_t number) const {
    return fmt::format("{}{}{:06}", path_, kSuffix, number);
  }
  [[nodiscard]] std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> out;
    const std::string name = fs::path(path_).filename().string() + std::string(kSuffix);
    std::error_code error;
    const fs::path parent = fs::path(path_).parent_path();
    const fs::path folder = parent.empty() ? fs::path(".") : parent;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string entry = at->path().filename().string();
      if (!entry.starts_with(name)) continue;
      // With its zeros it is no number of JSON.
      const std::size_t first = entry.find_first_not_of('0', name.size());
      if (first == std::string::npos) continue;
      if (const auto number = token_int(std::string_view(entry).substr(first)))
        out.push_back(*number);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  void begins_at(std::int64_t number, std::uint64_t offset) { begin_[number] = offset; }
  /// Its bytes before that place of the stream.
  [[nodiscard]] std::uint64_t bytes_until(std::int64_t number, std::uint64_t offset) const {
    const auto at = begin_.find(number);
    return at == begin_.end() || at->second >= offset ? 0 : offset - at->second;
  }

 private:
  std::string path_;
  std::map<std::int64_t, std::uint64_t> begin_;  // of those that have been read
};

class SegmentStream final : public ByteSource {
 public:
  SegmentStream(std::unique_ptr<ByteSource> header, std::shared_ptr<Segments> segments)
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
  std::shared_ptr<Segments> segments_;
  std::uint64_t position_ = 0;
  unsigned failures_ = 0;
};

class KeptCapture final : public CaptureStream {
 public:
  KeptCapture(std::unique_ptr<ByteSource> header, std::string path)
      : header_(std::move(header)), segments_(std::make_shared<Segments>(std::move(path))) {}

  std::unique_ptr<ByteSource> stream() override {
    return std::make_unique<SegmentStream>(std::move(header_), segments_);
  }

  /// A segment whose definitions have moved into the file must not be left out of both, nor its
  /// events be there twice: nothing may have been dropped meanwhile.
  [[nodiscard]] Result<std::unique_ptr<ByteSource>> until(std::uint64_t bytes) const override {
    for (int i = 0; i < kTries; ++i) {
      const std::vector<std::int64_t> numbers = segments_->numbers();
      std::vector<FilePiece> pieces{{segments_->whole()}};
      for (const std::int64_t number : numbers) {
        const std::uint64_t kept = segments_->bytes_until(number, bytes);
        if (kept != 0) pieces.push_back({segments_->file(number), kept});
      }
      auto opened = open_pieces(pieces);
      const std::vector<std::int64_t> now = segments_->numbers();
      if (opened.ok() && !numbers.empty() && !now.empty() && now.front() == numbers.front())
        return opened;
    }
    return Error{Error::Kind::Unreadable, "changes faster than it is read"};
  }

 private:
  std::unique_ptr<ByteSource> header_;
  std::shared_ptr<Segments> segments_;
};

bool was_closed(ByteSource& source) {
  CaptureFile file(source);
  if (!file.read_header()) return true;
  while (const auto chunk = file.next()) {
    if (static_cast<wire::ChunkKind>(chunk->header.kind) == wire::ChunkKind::End) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<ByteSource> open_left_segments(const std::string& path) {
  const Segments segments(path);
  const std::vector<std::int64_t> numbers = segments.numbers();
  if (numbers.empty()) return nullptr;
  std::vector<FilePiece> pieces{{path}};
  const auto whole = open_pieces(pieces);
  if (!whole.ok() || was_closed(*whole.value())) return nullptr;
  for (const std::int64_t number : numbers) pieces.push_back({segments.file(number)});
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

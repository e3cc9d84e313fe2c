// A recording of which the last stretch is kept: its segments as they come and go, and what a
// recorder has left that was killed. A segment holds chunks and no header.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "capture/wire/file.h"
#include "core/base/bytes/byte_source.h"
#include "core/base/bytes/file_source.h"
#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/stream.h"

namespace lanescope {
namespace {

// The files of a recording of which the last stretch is kept: FILE, and beside it segments
// FILE.part000001 and so on, which are removed from the front. How they come to be there is in
// capture/host/files/kept_segments.h; here they are put together as one recording, at whatever
// moment their recorder works or was killed, with nothing twice and nothing left out.

/// What FILE itself says, up to the first damage.
struct WholeFile {
  /// The last Segment chunk: before it the file holds nothing of that segment, behind it some or
  /// all.
  struct Mark {
    std::int64_t number = 0;
    bool definitions = false;  // else all of it, byte by byte
    std::uint64_t begin = 0, end = 0;
  };
  std::optional<Mark> mark;
  std::uint64_t bytes = 0;   // all that is in it
  std::uint64_t chunks = 0;  // up to the end of the last whole chunk
  std::int64_t start_ns = 0;
  std::optional<std::int64_t> end_ns;  // of the End chunk, when it has one
};

class CaptureSegments {
 public:
  explicit CaptureSegments(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& whole() const { return path_; }
  [[nodiscard]] std::string file(std::int64_t number) const;
  /// Of those that are there, in their order. Cost: a look at the folder.
  [[nodiscard]] std::vector<std::int64_t> numbers() const;

  /// Where a segment begins in what was read of one after the other.
  void begins_at(std::int64_t number, std::uint64_t offset) { begin_[number] = offset; }
  /// Its bytes before that place.
  [[nodiscard]] std::uint64_t bytes_until(std::int64_t number, std::uint64_t offset) const;

  /// FILE and those of `numbers` that belong to it. A file that was closed has no others than a
  /// disk without room left out of it; what is of another time is another recording's.
  [[nodiscard]] std::vector<FilePiece> pieces(const WholeFile& whole,
                                              const std::vector<std::int64_t>& numbers) const;

 private:
  [[nodiscard]] bool is_of(const WholeFile& whole, std::int64_t number) const;

  std::string path_;
  std::map<std::int64_t, std::uint64_t> begin_;  // of those that have been read
};

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".part";
constexpr std::size_t kMostMarkBytes = 4096;

template <typename T>
bool read_whole(ByteSource& file, std::uint64_t at, T& value) {
  const auto got = file.read_at(at, {reinterpret_cast<char*>(&value), sizeof value});
  return got.ok() && got.value() == sizeof value;
}

std::uint64_t size_of(const wire::ChunkHeader& header) {
  return sizeof header + (std::uint64_t{header.bytes} + 7) / 8 * 8;
}

bool is_sound(const wire::ChunkHeader& header) {
  return header.magic == wire::kChunkMagic && header.bytes <= wire::kMaxChunkBytes;
}

std::optional<WholeFile::Mark> mark_at(ByteSource& file, std::uint64_t at,
                                       const wire::ChunkHeader& header) {
  std::string text(std::min<std::size_t>(header.bytes, kMostMarkBytes), '\0');
  const auto got = file.read_at(at + sizeof header, text);
  if (!got.ok() || got.value() != text.size()) return std::nullopt;
  const MessageText lines(text);
  const auto number = token_int(lines.value("number"));
  if (!number) return std::nullopt;
  return WholeFile::Mark{*number, lines.value("what") == "definitions", at, at + size_of(header)};
}

/// Cost: reads the headers of its chunks.
WholeFile survey_whole(ByteSource& file) {
  WholeFile whole;
  wire::FileHeader start{};
  whole.bytes = file.file_bytes();
  if (!read_whole(file, 0, start)) return whole;
  whole.start_ns = start.start_ns;
  whole.chunks = sizeof start;
  wire::ChunkHeader header{};
  while (read_whole(file, whole.chunks, header) &&
         (!is_sound(header) || size_of(header) <= whole.bytes - whole.chunks)) {
    if (!is_sound(header)) {
      whole.chunks = whole.bytes;  // who reads it looks behind the damage
      break;
    }
    if (wire::ChunkKind{header.kind} == wire::ChunkKind::End) whole.end_ns = header.time_ns;
    if (wire::ChunkKind{header.kind} == wire::ChunkKind::Segment) {
      if (const auto mark = mark_at(file, whole.chunks, header)) whole.mark = mark;
    }
    whole.chunks += size_of(header);
  }
  return whole;
}

std::string CaptureSegments::file(std::int64_t number) const {
  return fmt::format("{}{}{:06}", path_, kSuffix, number);
}

std::vector<std::int64_t> CaptureSegments::numbers() const {
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

std::uint64_t CaptureSegments::bytes_until(std::int64_t number, std::uint64_t offset) const {
  const auto at = begin_.find(number);
  return at == begin_.end() || at->second >= offset ? 0 : offset - at->second;
}

bool CaptureSegments::is_of(const WholeFile& whole, std::int64_t number) const {
  if (!whole.end_ns) return true;
  const auto segment = open_growing_file(file(number));
  wire::ChunkHeader first{};
  return segment.ok() && read_whole(*segment.value(), 0, first) && is_sound(first) &&
         first.time_ns >= whole.start_ns && first.time_ns <= *whole.end_ns;
}

std::vector<FilePiece> CaptureSegments::pieces(const WholeFile& whole,
                                               const std::vector<std::int64_t>& numbers) const {
  LANESCOPE_CHECK(std::ranges::is_sorted(numbers), "{} segments in their order", numbers.size());
  std::vector<FilePiece> out{{path_, whole.bytes}};
  const auto& mark = whole.mark;
  for (const std::int64_t number : numbers) {
    // What the mark has left behind is in the file already.
    if ((mark && number < mark->number) || !is_of(whole, number)) continue;
    FilePiece piece{file(number)};
    if (!mark || number != mark->number) {
      if (out.size() == 1) out.front().bytes = whole.chunks;
    } else if (mark->definitions) {
      out.front().bytes = mark->begin;  // the segment has them too, and the rest
    } else {
      piece.from = whole.bytes - mark->end;  // it goes on where the file ends, in a chunk or not
    }
    out.push_back(std::move(piece));
  }
  return out;
}

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

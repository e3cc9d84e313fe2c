// Reads recordings that keep only their last part, while segments are created and deleted, and what
// a killed recorder left behind. A segment consists of chunks without a file header.
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
#include "core/base/files/found_file.h"
#include "core/base/text/json_text.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/stream.h"

namespace lanescope {
namespace {

// The files of such a recording are FILE, and next to it segments FILE.part000001 and so on, of
// which the oldest are deleted. capture/host/files/kept_segments.h describes how they are written.
// Here they are combined into one recording without duplicates or omissions, at any moment of the
// recorder's work or if it was killed.

/// What FILE contains, up to the first damage.
struct WholeFile {
  /// The last Segment chunk. The file has nothing of that segment before it, and some or all of it
  /// after it.
  struct Mark {
    std::int64_t number = 0;
    bool definitions = false;  // if false, a byte-for-byte copy
    std::uint64_t begin = 0, end = 0;
  };
  std::optional<Mark> mark;
  std::uint64_t bytes = 0;   // size of the file
  std::uint64_t chunks = 0;  // up to the end of the last complete chunk
  std::int64_t start_ns = 0;
  std::optional<std::int64_t> end_ns;  // time of the End chunk, if there is one
};

class CaptureSegments {
 public:
  explicit CaptureSegments(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& whole() const { return path_; }
  [[nodiscard]] std::string file(std::int64_t number) const;
  /// Numbers of the existing segments, in order. Cost: listing the folder.
  [[nodiscard]] std::vector<std::int64_t> numbers() const;

  /// Sets where a segment begins in the stream.
  void begins_at(std::int64_t number, std::uint64_t offset) { begin_[number] = offset; }
  /// The segment's bytes before `offset` in the stream.
  [[nodiscard]] std::uint64_t bytes_until(std::int64_t number, std::uint64_t offset) const;

  /// FILE and those of `numbers` that belong to it. If FILE is closed, only segments that did not
  /// fit on the disk belong to it; segments from another time belong to another recording.
  [[nodiscard]] std::vector<FilePiece> pieces(const WholeFile& whole,
                                              const std::vector<std::int64_t>& numbers) const;

 private:
  [[nodiscard]] bool is_of(const WholeFile& whole, std::int64_t number) const;

  std::string path_;
  std::map<std::int64_t, std::uint64_t> begin_;  // of segments that have been read
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

/// Cost: reading the headers of the file's chunks.
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
      whole.chunks = whole.bytes;  // the reader of the chunks searches beyond the damage
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
    if (!entry.starts_with(name) || !lies_beside(at->path().string(), path_)) continue;
    // Without leading zeros, which JSON numbers do not allow.
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
    // Segments before the mark are already in the file.
    if ((mark && number < mark->number) || !is_of(whole, number)) continue;
    FilePiece piece{file(number)};
    if (!mark || number != mark->number) {
      if (out.size() == 1) out.front().bytes = whole.chunks;
    } else if (mark->definitions) {
      out.front().bytes = mark->begin;  // the segment contains the definitions and the rest
    } else {
      piece.from = whole.bytes - mark->end;  // continue where the file ends
    }
    out.push_back(std::move(piece));
  }
  return out;
}

constexpr int kTries = 8;            // attempts to open all segments before one is deleted
constexpr unsigned kLookEvery = 32;  // how often to look past a segment that was deleted unread

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
      // A segment is complete once the next one exists; read what was written in the meantime.
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

  /// Reads only the header of FILE; its other content has been read from segments.
  std::size_t read_here(std::span<char> out) {
    LANESCOPE_CHECK(number_ != 0 || position_ <= kHeaderBytes,
                    "a header of {} bytes at most, not {}", kHeaderBytes, position_);
    if (number_ == 0)
      out = out.first(
          static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), kHeaderBytes - position_)));
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

  std::unique_ptr<ByteSource> file_;  // the file being read
  std::int64_t number_ = 0;           // its segment; 0: FILE
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

  /// A segment's definitions must not be missing from both places, nor its events be duplicated, so
  /// retry if a segment was deleted meanwhile.
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
  auto opened = open_pieces(pieces, false);
  return opened.ok() ? std::move(opened).value() : nullptr;
}

Result<std::unique_ptr<CaptureStream>> follow_kept_capture(const std::string& path) {
  auto file = open_growing_file(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<CaptureStream>(
      std::make_unique<KeptCapture>(std::move(file).value(), path));
}

}  // namespace lanescope

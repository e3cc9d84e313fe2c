#include "core/readers/capture/segments.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "core/base/bytes/growing_source.h"
#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/capture/process.h"

namespace lanescope {
namespace {

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
  const CaptureLines lines = parse_capture_lines(text);
  const auto number = token_int(capture_value(lines, "number"));
  if (!number) return std::nullopt;
  return WholeFile::Mark{*number, capture_value(lines, "what") == "definitions", at,
                         at + size_of(header)};
}

}  // namespace

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

}  // namespace lanescope

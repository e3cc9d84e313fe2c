#include "capture/host/kept_segments.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr int kSegments = 8;  // of which the limit is made

bool read_at(const ChunkFile& file, std::uint64_t at, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got =
        ::pread(file.descriptor()->get(), out.data(), out.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

/// Whether later records may refer to it, or it says what lasts: tables of a lane, devices,
/// contexts, streams, names.
bool is_definition(wire::RecordType type) {
  using wire::RecordType;
  switch (type) {
    case RecordType::LaneOpen:
    case RecordType::String:
    case RecordType::Code:
    case RecordType::Stack:
    case RecordType::ThreadName:
    case RecordType::Device:
    case RecordType::Context:
    case RecordType::Stream:
      return true;
    default:
      return false;
  }
}

/// Leaves the definitions among whole records; returns how many others there were.
std::uint64_t keep_definitions(std::vector<std::byte>& records) {
  std::size_t kept = 0;
  std::uint64_t dropped = 0;
  for (std::size_t at = 0; at + sizeof(wire::RecordHeader) <= records.size();) {
    wire::RecordHeader header;
    std::memcpy(&header, records.data() + at, sizeof header);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || size > records.size() - at) {  // not as it was written
      ++dropped;
      break;
    }
    if (is_definition(static_cast<wire::RecordType>(header.type))) {
      std::memmove(records.data() + kept, records.data() + at, size);
      kept += size;
    } else {
      ++dropped;
    }
    at += size;
  }
  records.resize(kept);
  return dropped;
}

}  // namespace

void remove_left_segments(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path whole(path);
  const std::string name = whole.filename().string() + ".part";
  std::error_code error;
  std::vector<fs::path> left;
  const fs::path folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string entry = at->path().filename().string();
    const bool is_segment = entry.starts_with(name) && entry.size() >= name.size() + 6 &&
                            entry.find_first_not_of("0123456789", name.size()) == std::string::npos;
    if (is_segment) left.push_back(at->path());
  }
  for (const fs::path& segment : left) fs::remove(segment, error);
}

bool KeptSegments::append(const Chunk& chunk) {
  if (is_full(chunk.time_ns)) {
    if (!drop_oldest_if_enough(chunk.time_ns) || !open_next(chunk.time_ns)) return false;
  }
  if (segments_.back().file.append(chunk)) return true;
  error_ = segments_.back().file.error();
  return false;
}

bool KeptSegments::is_full(std::int64_t now_ns) const {
  if (segments_.empty()) return true;
  const Segment& last = segments_.back();
  return (limit_.time_ns != 0 && now_ns - last.begin_ns >= limit_.time_ns / kSegments) ||
         (limit_.bytes != 0 && last.file.bytes() >= limit_.bytes / kSegments);
}

bool KeptSegments::open_next(std::int64_t now_ns) {
  auto file = ChunkFile::open(fmt::format("{}.part{:06}", whole_.path(), next_number_));
  if (!file.ok() || !file.value().clear()) {
    error_ = errno;
    return false;
  }
  ++next_number_;
  segments_.push_back({std::move(file).value(), now_ns});
  return true;
}

/// The rest covers the limit when its second segment began so long ago, or is so large.
bool KeptSegments::drop_oldest_if_enough(std::int64_t now_ns) {
  while (segments_.size() > 1) {
    const bool old = limit_.time_ns != 0 && now_ns - segments_[1].begin_ns >= limit_.time_ns;
    const bool large =
        limit_.bytes != 0 && bytes() - segments_.front().file.bytes() >= limit_.bytes;
    if (!old && !large) return true;
    if (!distil(segments_.front().file)) return false;
    segments_.front().file.remove();
    segments_.pop_front();
  }
  return true;
}

bool KeptSegments::distil(const ChunkFile& segment) {
  std::vector<std::byte> payload;
  for (std::uint64_t at = 0; at < segment.bytes();) {
    wire::ChunkHeader header{};
    if (!read_at(segment, at, std::as_writable_bytes(std::span(&header, 1))) ||
        header.magic != wire::kChunkMagic || header.bytes > wire::kMaxChunkBytes) {
      error_ = EIO;
      return false;
    }
    payload.resize(header.bytes);
    if (!read_at(segment, at + sizeof header, payload)) {
      error_ = EIO;
      return false;
    }
    at += sizeof header + (header.bytes + std::uint64_t{7}) / 8 * 8;
    const auto kind = static_cast<wire::ChunkKind>(header.kind);
    if (kind == wire::ChunkKind::Records) {
      dropped_records_ += keep_definitions(payload);
      if (payload.empty()) continue;
    }
    if (!whole_.append({kind, header.process, header.lane, header.time_ns, payload})) {
      error_ = whole_.error();
      return false;
    }
  }
  return true;
}

bool KeptSegments::join() {
  for (; !segments_.empty(); segments_.pop_front()) {
    if (!whole_.append_all_of(segments_.front().file)) {
      error_ = whole_.error();
      return false;
    }
    segments_.front().file.remove();
  }
  return true;
}

std::uint64_t KeptSegments::bytes() const {
  std::uint64_t sum = 0;
  for (const Segment& segment : segments_) sum += segment.file.bytes();
  return sum;
}

std::shared_ptr<FileDescriptor> KeptSegments::growing() const {
  return segments_.empty() ? nullptr : segments_.back().file.descriptor();
}

}  // namespace lanescope

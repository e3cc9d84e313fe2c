#include "capture/host/files/kept_segments.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr int kSegments = 8;  // number of segments that make up the limit

/// Keeps only the definitions among whole records; returns how many others there were.
std::uint64_t keep_definitions(std::vector<std::byte>& records) {
  std::size_t kept = 0;
  std::uint64_t dropped = 0;
  for (std::size_t at = 0; at + sizeof(wire::RecordHeader) <= records.size();) {
    wire::RecordHeader header;
    std::memcpy(&header, records.data() + at, sizeof header);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || size > records.size() - at) {  // damaged since it was written
      ++dropped;
      break;
    }
    if (wire::is_definition(static_cast<wire::RecordType>(header.type))) {
      std::memmove(records.data() + kept, records.data() + at, size);
      kept += size;
    } else {
      ++dropped;
    }
    at += size;
  }
  LANESCOPE_CHECK(kept <= records.size(), "at most {} bytes, not {}", records.size(), kept);
  records.resize(kept);
  return dropped;
}

}  // namespace

bool KeptSegments::failed(int reason) {
  error_ = reason;
  return false;
}

bool KeptSegments::append(const Chunk& chunk, std::int64_t now_ns) {
  LANESCOPE_CHECK(segments_.empty() || segments_.back().begin_ns <= now_ns,
                  "a clock that only goes on: {} after {}", now_ns, segments_.back().begin_ns);
  if (!first_ns_) first_ns_ = now_ns;
  if (is_full(now_ns)) {
    if (!drop_oldest_if_enough(now_ns) || !open_next(chunk, now_ns)) return false;
  }
  if (chunk.kind == wire::ChunkKind::Records) {
    std::int64_t& edge_ns = segments_.back().edge_ns;
    edge_ns = std::min(edge_ns, first_event_ns(chunk.payload).value_or(edge_ns));
  }
  return append_last(chunk);
}

bool KeptSegments::append_last(const Chunk& chunk) {
  ChunkFile& last = segments_.empty() ? whole_ : segments_.back().file;
  return last.append(chunk) || failed(last.error());
}

bool KeptSegments::is_full(std::int64_t now_ns) const {
  if (segments_.empty()) return true;
  const Segment& last = segments_.back();
  return (limit_.time_ns != 0 && now_ns - last.begin_ns >= limit_.time_ns / kSegments) ||
         (limit_.bytes != 0 && last.file.bytes() >= limit_.bytes / kSegments);
}

bool KeptSegments::open_next(const Chunk& first, std::int64_t now_ns) {
  int reason = EEXIST;
  while (reason == EEXIST) {  // the name may be taken
    const unsigned number = next_number_++;
    auto file = ChunkFile::create_new(fmt::format("{}.part{:06}", whole_.path(), number),
                                      whole_.rights(), whole_.disk(), reason);
    LANESCOPE_CHECK(segments_.empty() || segments_.back().number < number,
                    "a number behind {}, not {}", segments_.back().number, number);
    if (file) segments_.push_back({std::move(*file), number, now_ns, first.time_ns, first.number});
  }
  return reason == 0 || failed(reason);
}

/// Drops the oldest segment if the rest covers the limit: the second segment started long enough
/// ago, or the rest is large enough.
bool KeptSegments::drop_oldest_if_enough(std::int64_t now_ns) {
  while (segments_.size() > 1) {
    const bool old = limit_.time_ns != 0 && now_ns - segments_[1].begin_ns >= limit_.time_ns;
    const bool large =
        limit_.bytes != 0 && bytes() - segments_.front().file.bytes() >= limit_.bytes;
    if (!old && !large) return true;
    if (!drop(segments_.front())) return false;
    segments_.pop_front();
    dropped_ns_ = segments_.front().begin_ns - first_ns_.value_or(segments_.front().begin_ns);
  }
  return true;
}

/// Either all its definitions end up in the capture file, or none do and the segment stays.
bool KeptSegments::drop(Segment& segment) {
  LANESCOPE_CHECK(&segment == &segments_.front(), "the oldest segment, not number {}",
                  segment.number);
  const std::uint64_t before = whole_.bytes(), dropped = dropped_records_;
  UnendedEvents unended = unended_;
  LANESCOPE_CHECK(segments_.size() > 1, "a segment that follows, not {} in all", segments_.size());
  const std::string next = fmt::format("next={}\n", segments_[1].first_chunk);
  if (announce(segment, "what=definitions\n" + next) &&
      reduce_to_definitions(segment.file, unended)) {
    segment.file.remove();
    unended_ = std::move(unended);
    return true;
  }
  whole_.rewind(before);
  dropped_records_ = dropped;
  return false;
}

bool KeptSegments::announce(const Segment& segment, std::string_view lines) {
  const std::string text = fmt::format("number={}\n{}", segment.number, lines);
  const Chunk chunk{wire::ChunkKind::Segment, 0, 0, 0, std::as_bytes(std::span(text))};
  return whole_.append(chunk) || failed(whole_.error());
}

bool KeptSegments::reduce_to_definitions(ChunkFile& segment, UnendedEvents& unended) {
  std::vector<std::byte> payload;
  for (std::uint64_t at = 0; at < segment.bytes();) {
    wire::ChunkHeader header{};
    if (!segment.read_at(at, std::as_writable_bytes(std::span(&header, 1))))
      return failed(segment.error());
    if (header.magic != wire::kChunkMagic || header.bytes > wire::kMaxChunkBytes)
      return failed(EIO);
    payload.resize(header.bytes);
    if (!segment.read_at(at + sizeof header, payload)) return failed(segment.error());
    at += sizeof header + (header.bytes + std::uint64_t{7}) / 8 * 8;
    const auto kind = static_cast<wire::ChunkKind>(header.kind);
    if (kind == wire::ChunkKind::Left) unended.leave(header.process);
    if (kind == wire::ChunkKind::Records) {
      unended.take(header.process, header.channel, payload);
      dropped_records_ += keep_definitions(payload);
      if (payload.empty()) continue;
    }
    if (!whole_.append(
            {kind, header.process, header.channel, header.time_ns, payload, header.number}))
      return failed(whole_.error());
  }
  return true;
}

std::vector<CutEvents> KeptSegments::begun_earlier() const {
  return segments_.empty() ? std::vector<CutEvents>() : unended_.cut_at(segments_.front().edge_ns);
}

bool KeptSegments::append_begun_earlier() {
  for (const CutEvents& events : begun_earlier()) {
    if (!whole_.append(events.chunk())) return failed(whole_.error());
  }
  return true;
}

bool KeptSegments::join() {
  if (!append_begun_earlier()) return false;
  for (; !segments_.empty(); segments_.pop_front()) {
    Segment& first = segments_.front();
    const std::uint64_t before = whole_.bytes();
    if (!announce(first, "what=all\n")) return false;
    const std::uint64_t announced = whole_.bytes();
    if (!whole_.move_all_of(first.file)) {
      const int reason = whole_.error();
      // Or the files put together by hand had its beginning twice.
      if (whole_.bytes() == announced) whole_.rewind(before);
      return failed(reason);
    }
    first.file.remove();
  }
  return true;
}

void KeptSegments::remove() {
  for (Segment& segment : segments_) segment.file.remove();
  segments_.clear();
}

std::vector<FilePart> KeptSegments::parts() const {
  std::vector<FilePart> parts;
  for (const Segment& segment : segments_)
    parts.push_back({segment.file.descriptor(), segment.file.bytes()});
  return parts;
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

#include "core/readers/capture/file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/bytes/crc32c.h"
#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/text/message_text.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::size_t kReadBytes = 1U << 20;

std::size_t padded(std::uint32_t bytes) {
  return (std::size_t{bytes} + 7) / 8 * 8;
}

}  // namespace

bool is_capture(std::string_view head) {
  return head.starts_with(std::string_view(wire::kFileMagic, sizeof wire::kFileMagic));
}

bool CaptureFile::want(std::size_t bytes) {
  if (end_ - begin_ >= bytes) return true;
  if (ended_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  const std::size_t room = std::max(bytes, kReadBytes);
  if (buffer_.size() < room) buffer_.resize(room);
  while (end_ < bytes) {
    const std::span<std::byte> free = std::span(buffer_).subspan(end_);
    const std::size_t n = source_->read({reinterpret_cast<char*>(free.data()), free.size()});
    if (n == 0) {
      ended_ = kind_ == Kind::Finished;
      return false;
    }
    end_ += n;
  }
  return true;
}

void CaptureFile::drop(std::size_t bytes) {
  LANESCOPE_CHECK(begin_ <= end_ && bytes <= end_ - begin_, "{} bytes in the buffer, of {} to {}",
                  bytes, begin_, end_);
  begin_ += bytes;
  at_ += bytes;
}

bool CaptureFile::read_header() {
  LANESCOPE_CHECK(at_ == 0, "the beginning of the file, not byte {}", at_);
  cut_off_ = !want(sizeof header_);
  if (cut_off_) return false;
  std::memcpy(&header_, buffer_.data() + begin_, sizeof header_);
  drop(sizeof header_);
  return is_capture({header_.magic, sizeof header_.magic}) &&
         header_.major >= wire::kOldestFileMajor && header_.major <= wire::kFileMajor;
}

bool CaptureFile::looks_like_chunk() const {
  std::uint32_t magic = 0;
  std::memcpy(&magic, buffer_.data() + begin_, sizeof magic);
  return magic == wire::kChunkMagic;
}

void CaptureFile::note_damage(std::uint64_t bytes, std::uint64_t chunks) {
  if (!damage_.any()) damage_.first = at_;
  damage_.bytes += bytes;
  damage_.chunks += chunks;
}

/// Chunks start at multiples of eight bytes.
void CaptureFile::pass_damage(std::size_t bytes) {
  note_damage(bytes, 0);
  drop(bytes);
  while (want(8) && !looks_like_chunk()) {
    damage_.bytes += 8;
    drop(8);
  }
}

/// The length may be wrong, so the next chunk is searched for inside this one. The total searched
/// is limited, since a file made only of false chunks would take days.
void CaptureFile::pass_damaged_chunk(std::size_t bytes) {
  vain_bytes_ += bytes;
  pass_damage(vain_bytes_ <= at_ + wire::kMaxChunkBytes ? 8 : bytes);
}

wire::ChunkHeader CaptureFile::chunk_header() const {
  wire::ChunkHeader header{};
  std::memcpy(&header, buffer_.data() + begin_, sizeof header);
  if (header_.major >= wire::kFileMajor) return header;
  wire::ChunkHeader1 old{};
  std::memcpy(&old, buffer_.data() + begin_, sizeof old);
  // A channel that cannot be is that of a process that cannot be.
  const bool has_channel = old.channel <= UINT16_MAX;
  header.magic = old.magic;
  header.kind = static_cast<std::uint16_t>(std::min<std::uint32_t>(old.kind, UINT16_MAX));
  header.channel = static_cast<std::uint16_t>(old.channel);
  header.process = has_channel ? old.process : UINT32_MAX;
  header.number = 0;
  header.bytes = old.bytes;
  header.crc = old.crc;
  header.time_ns = old.time_ns;
  return header;
}

bool CaptureFile::is_sound(const wire::ChunkHeader& header,
                           std::span<const std::byte> payload) const {
  count_work(Work::TextBytes, payload.size());
  if (header_.major < wire::kFileMajor) return crc32c(payload) == header.crc;
  wire::ChunkHeader without = header;
  without.crc = 0;
  return crc32c(payload, crc32c(std::as_bytes(std::span(&without, 1)))) == header.crc;
}

std::optional<CaptureChunk> CaptureFile::next_sound() {
  while (want(sizeof(wire::ChunkHeader))) {
    CaptureChunk chunk;
    chunk.header = chunk_header();
    const wire::ChunkHeader& header = chunk.header;
    if (header.magic != wire::kChunkMagic || header.bytes > wire::kMaxChunkBytes) {
      pass_damage(8);
      continue;
    }
    if (!want(sizeof header + padded(header.bytes))) {
      if (kind_ == Kind::Growing) return std::nullopt;
      // Either the end of a file that is still being written, or a wrong length; later data
      // decides.
      if (!unfinished_) unfinished_ = Unfinished{at_, damage_};
      pass_damage(8);
      continue;
    }
    const std::span<const std::byte> payload =
        std::span<const std::byte>(buffer_).subspan(begin_ + sizeof header, header.bytes);
    if (!is_sound(header, payload)) {
      pass_damaged_chunk(sizeof header + padded(header.bytes));
      continue;
    }
    unfinished_.reset();
    chunk.offset = at_ + sizeof header;
    chunk.payload = payload;
    return chunk;
  }
  end();
  return std::nullopt;
}

void CaptureFile::end() {
  cut_off_ = unfinished_ || end_ != begin_;
  if (unfinished_) damage_ = unfinished_->before;
  if (kind_ == Kind::Growing) return;
  if (std::exchange(counted_bytes_, damage_.bytes) != damage_.bytes) note_damage(0, 1);
}

void CaptureFile::read_numbers(CaptureChunk& chunk) {
  const auto kind = wire::ChunkKind{chunk.header.kind};
  const bool tells = kind == wire::ChunkKind::Segment || kind == wire::ChunkKind::End;
  if (!tells || header_.major < wire::kFileMajor) return;
  const MessageText lines(chunk.text());
  const auto number_of = [&](std::string_view key) {
    return static_cast<std::uint32_t>(token_int(lines.value(key)).value_or(0));
  };
  if (kind == wire::ChunkKind::Segment) return sequence_.thin_out(number_of("next"));
  const std::uint32_t missing = sequence_.missing_until(number_of("last_chunk"));
  if (missing == 0) return;
  note_damage(0, missing);
  chunk.follows_damage = true;
}

bool CaptureFile::count(CaptureChunk& chunk) {
  const auto missing = sequence_.take(chunk.header.number);
  const bool is_damaged = counted_bytes_ != damage_.bytes;
  const std::uint64_t lost = std::max<std::uint64_t>(missing.value_or(0), is_damaged ? 1 : 0);
  if (lost != 0) note_damage(0, lost);
  // Who follows a recording that keeps its last part may be too late for some of it.
  const bool is_missing = kind_ == Kind::Finished && missing.value_or(0) != 0;
  chunk.follows_damage = is_damaged || is_missing;
  counted_bytes_ = damage_.bytes;
  return missing.has_value();
}

std::optional<CaptureChunk> CaptureFile::next() {
  while (auto chunk = next_sound()) {
    const std::size_t bytes = sizeof chunk->header + padded(chunk->header.bytes);
    if (count(*chunk)) {
      read_numbers(*chunk);
      chunk->follows_damage |= std::exchange(passed_damage_, false);
      drop(bytes);
      return chunk;
    }
    passed_damage_ |= chunk->follows_damage;
    note_damage(bytes, 0);
    counted_bytes_ = damage_.bytes;
    drop(bytes);
  }
  return std::nullopt;
}

}  // namespace lanescope

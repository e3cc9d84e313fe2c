#include "core/readers/capture/file.h"

#include <algorithm>
#include <cstring>

#include "capture/wire/records.h"
#include "core/base/bytes/crc32c.h"
#include "core/base/check.h"
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
  if (!want(sizeof header_)) return false;
  std::memcpy(&header_, buffer_.data() + begin_, sizeof header_);
  drop(sizeof header_);
  return is_capture({header_.magic, sizeof header_.magic}) && header_.major == wire::kMajor;
}

bool CaptureFile::looks_like_chunk() const {
  std::uint32_t magic = 0;
  std::memcpy(&magic, buffer_.data() + begin_, sizeof magic);
  return magic == wire::kChunkMagic;
}

/// Chunks start at multiples of eight bytes.
void CaptureFile::pass_damage(std::size_t bytes) {
  if (damaged_bytes_ == 0) first_damage_ = at_;
  damaged_bytes_ += bytes;
  drop(bytes);
  while (want(8) && !looks_like_chunk()) {
    damaged_bytes_ += 8;
    drop(8);
  }
}

/// The length may be wrong, so the next chunk is searched for inside this one. The total searched
/// is limited, since a file made only of false chunks would take days.
void CaptureFile::pass_damaged_chunk(std::size_t bytes) {
  vain_bytes_ += bytes;
  pass_damage(vain_bytes_ <= at_ + wire::kMaxChunkBytes ? 8 : bytes);
}

std::optional<CaptureChunk> CaptureFile::next() {
  while (want(sizeof(wire::ChunkHeader))) {
    CaptureChunk chunk;
    std::memcpy(&chunk.header, buffer_.data() + begin_, sizeof chunk.header);
    const wire::ChunkHeader& header = chunk.header;
    if (header.magic != wire::kChunkMagic || header.bytes > wire::kMaxChunkBytes) {
      pass_damage(8);
      continue;
    }
    if (!want(sizeof header + padded(header.bytes))) {
      if (kind_ == Kind::Growing) return std::nullopt;
      // Either the end of a file that is still being written, or a wrong length; later data
      // decides.
      if (!unfinished_) unfinished_ = Unfinished{at_, damaged_bytes_};
      pass_damage(8);
      continue;
    }
    const std::span<const std::byte> payload =
        std::span<const std::byte>(buffer_).subspan(begin_ + sizeof header, header.bytes);
    count_work(Work::TextBytes, payload.size());
    if (crc32c(payload) != header.crc) {
      pass_damaged_chunk(sizeof header + padded(header.bytes));
      continue;
    }
    unfinished_.reset();
    chunk.offset = at_ + sizeof header;
    chunk.payload = payload;
    drop(sizeof header + padded(header.bytes));
    return chunk;
  }
  cut_off_ = unfinished_ || end_ != begin_;
  if (unfinished_) damaged_bytes_ = unfinished_->damaged_before;
  return std::nullopt;
}

}  // namespace lanescope

#include "core/readers/sqlite/side_files.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/check.h"
#include "core/base/files/found_file.h"

namespace lanescope {
namespace {

// The format is on https://sqlite.org/fileformat2.html#walformat.
constexpr std::size_t kHeaderBytes = 32, kFrameHeaderBytes = 24;

std::uint32_t big_endian(std::span<const unsigned char> bytes, std::size_t at) {
  LANESCOPE_CHECK(at + 4 <= bytes.size(), "a number within {} bytes, not at {}", bytes.size(), at);
  return static_cast<std::uint32_t>(bytes[at]) << 24U |
         static_cast<std::uint32_t>(bytes[at + 1]) << 16U |
         static_cast<std::uint32_t>(bytes[at + 2]) << 8U | bytes[at + 3];
}

/// A sum over all that was written to the log so far.
class Checksum {
 public:
  explicit Checksum(bool is_big_endian) : is_big_endian_(is_big_endian) {}

  void add(std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(bytes, at) + second_;
      second_ += word(bytes, at + 4) + first_;
    }
  }
  [[nodiscard]] bool is_at(std::span<const unsigned char> bytes, std::size_t at) const {
    return big_endian(bytes, at) == first_ && big_endian(bytes, at + 4) == second_;
  }

 private:
  [[nodiscard]] std::uint32_t word(std::span<const unsigned char> bytes, std::size_t at) const {
    const std::uint32_t value = big_endian(bytes, at);
    if (is_big_endian_) return value;
    return value >> 24U | (value >> 8U & 0xFF00U) | (value << 8U & 0xFF0000U) | value << 24U;
  }

  bool is_big_endian_;
  std::uint32_t first_ = 0, second_ = 0;
};

/// How many bytes there were.
std::size_t read_into(std::ifstream& file, std::span<unsigned char> bytes) {
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return static_cast<std::size_t>(file.gcount());
}

/// Frames of an earlier use of the file, which have other salts, may lie behind those of this one.
bool has_salts_of(std::span<const unsigned char> frame, std::span<const unsigned char> header) {
  constexpr std::size_t kOfFrame = 8, kOfHeader = 16;
  return big_endian(frame, kOfFrame) == big_endian(header, kOfHeader) &&
         big_endian(frame, kOfFrame + 4) == big_endian(header, kOfHeader + 4);
}

std::string unused_frames(std::ifstream& log, std::span<const unsigned char> header,
                          std::size_t page_bytes, Checksum sum) {
  constexpr std::size_t kCommit = 4, kSum = 16, kSummed = 8;
  std::vector<unsigned char> frame(kFrameHeaderBytes + page_bytes);
  bool is_finished = true, is_used = true;
  for (;;) {
    const std::size_t got = read_into(log, frame);
    if (got < kFrameHeaderBytes || !has_salts_of(frame, header)) break;
    const std::span<const unsigned char> bytes(frame);
    const bool ends_change = big_endian(bytes, kCommit) != 0;
    if (got < frame.size() && is_used)
      return "the write-ahead log beside the file ends within a change";
    sum.add(bytes.first(kSummed));
    sum.add(bytes.subspan(kFrameHeaderBytes));
    is_used = is_used && sum.is_at(bytes, kSum);
    // Without an end, these are the remains of a change that was taken back.
    if (!is_used && ends_change)
      return "the write-ahead log beside the file is damaged; changes behind that are missing";
    if (is_used) is_finished = ends_change;
  }
  return is_finished ? "" : "the last change in the write-ahead log beside the file is unfinished";
}

}  // namespace

bool has_log(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path + "-wal", error);
  return !path.empty() && !error && bytes > 0;
}

bool has_linked_log(const std::string& path) {
  const auto leads_elsewhere = [&](const char* ending) {
    std::error_code error;
    const std::string file = path + ending;
    return std::filesystem::is_symlink(file, error) && !lies_beside(file, path);
  };
  return leads_elsewhere("-wal") || leads_elsewhere("-shm");
}

bool has_index_of_log(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path + "-shm", error);
}

/// SQLite writes the first bytes of a journal before it changes the database, and clears them or
/// deletes the journal when the transaction is finished.
bool has_hot_journal(const std::string& path) {
  constexpr std::string_view kMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  if (path.empty()) return false;
  std::array<char, kMagic.size()> head{};
  std::ifstream journal(path + "-journal", std::ios::binary);
  journal.read(head.data(), static_cast<std::streamsize>(head.size()));
  return journal && std::string_view(head.data(), head.size()) == kMagic;
}

std::string unused_log(const std::string& path) {
  constexpr std::uint32_t kMagic = 0x377F0682;
  constexpr std::size_t kPageSize = 8, kSum = 24, kMostPageBytes = 65'536;
  std::ifstream log(path + "-wal", std::ios::binary);
  std::array<unsigned char, kHeaderBytes> header{};
  const std::size_t got = read_into(log, header);
  if (got == 0) return "";
  const std::size_t page_bytes = big_endian(header, kPageSize);
  Checksum sum((big_endian(header, 0) & 1U) != 0);
  sum.add(std::span(header).first(kSum));
  if (got < kHeaderBytes || (big_endian(header, 0) & ~1U) != kMagic || !sum.is_at(header, kSum) ||
      page_bytes == 0 || page_bytes > kMostPageBytes)
    return "the header of the write-ahead log beside the file is damaged";
  return unused_frames(log, header, page_bytes, sum);
}

}  // namespace lanescope

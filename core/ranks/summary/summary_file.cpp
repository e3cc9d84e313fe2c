#include "core/ranks/summary/summary_file.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/bytes/crc32c.h"
#include "core/base/bytes/pack.h"
#include "core/base/bytes/unpack.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/files/small_file.h"
#include "core/base/files/summary_magic.h"
#include "core/base/files/system_file.h"
#include "core/ranks/summary/summary_layout.h"

namespace lanescope {
namespace {

constexpr std::size_t kSumAt = kSummaryMagic.size(), kVersionAt = kSumAt + 4,
                      kPlainAt = kVersionAt + 4, kPackedAt = kPlainAt + 8,
                      kHeaderBytes = kPackedAt + 8;
constexpr std::size_t kMostFileBytes = std::size_t{64} << 20U;
/// Level 12 takes five times as long, for files that are 2 % smaller.
constexpr int kLevel = 9;
constexpr std::int64_t kMostCount = std::int64_t{1} << 40U;  // so that no sum of them overflows

void put(std::string& to, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

std::uint32_t checksum(std::string_view bytes) {
  return crc32c(std::as_bytes(std::span(bytes)));
}

Error damaged(const char* how) {
  return {Error::Kind::Unreadable, fmt::format("is damaged: {}; summarize the trace again", how)};
}

/// Whether its numbers point at what is there.
bool is_consistent(const RankCollectives& all) {
  return std::ranges::is_sorted(all.collectives, {},
                                [](const RankCollective& one) { return one.range.begin_ns; }) &&
         std::ranges::all_of(all.collectives, [&](const RankCollective& one) {
           return one.group < all.groups.size() && one.kind < all.kinds.size() &&
                  (!one.step || *one.step < all.steps.size());
         });
}

template <typename Items>
bool is_consistent(const Items& items, const DeviceOutline& device, std::size_t names) {
  return std::ranges::is_sorted(items, {}, [](const auto& one) { return one.segment; }) &&
         std::ranges::all_of(items, [&](const auto& one) {
           return std::size_t{one.segment} + 1 < device.cuts.size() && one.name < names &&
                  one.ns >= 0;
         });
}

bool is_consistent(const ActivityOutline& all) {
  return std::ranges::all_of(all.devices, [&](const DeviceOutline& device) {
    return std::ranges::adjacent_find(device.cuts, std::greater_equal()) == device.cuts.end() &&
           std::ranges::all_of(
               device.parts, [](const OutlinePart& part) { return part.term < kLatenessTerms; }) &&
           std::ranges::all_of(device.works,
                               [](const OutlineWork& work) {
                                 return work.count >= 0 && work.count < kMostCount;
                               }) &&
           is_consistent(device.parts, device, all.names.size()) &&
           is_consistent(device.works, device, all.names.size());
  });
}

std::string columns_of(const RankSummary& summary) {
  ColumnWriter writer;
  SummaryLayout(writer, summary).run();
  return writer.take();
}

std::optional<Error> header_problem(std::string_view bytes) {
  if (!bytes.starts_with(kSummaryMagic)) {
    return Error{Error::Kind::WrongFormat,
                 "is not the summary of a rank; `lanescope summarize TRACE` writes one"};
  }
  if (bytes.size() < kHeaderBytes) return damaged("it is truncated");
  const std::uint64_t version = number_at(bytes, kVersionAt, 4);
  if (version > kSummaryVersion) {
    return Error{Error::Kind::Unsupported,
                 fmt::format("is of version {}, this program reads version {}; update Lanescope",
                             version, kSummaryVersion)};
  }
  const std::uint64_t packed = number_at(bytes, kPackedAt, 8);
  if (packed > bytes.size() - kHeaderBytes) return damaged("it is truncated");
  if (packed < bytes.size() - kHeaderBytes) return damaged("there is more after its end");
  if (number_at(bytes, kSumAt, 4) != checksum(bytes.substr(kVersionAt)))
    return damaged("its checksum does not match");
  return std::nullopt;
}

/// What is wrong with a summary that was read from the columns; nullopt: nothing.
std::optional<Error> contents_problem(const ColumnReader& reader, const RankSummary& summary) {
  if (reader.broken()) return damaged("its columns do not fit together");
  if (!is_consistent(summary.collectives) || !is_consistent(summary.activity))
    return damaged("it refers to what it does not contain");
  return std::nullopt;
}

Result<RankSummary> parsed(std::string_view bytes, SummaryParts parts, SummaryReuse& memory) {
  if (auto problem = header_problem(bytes)) return std::move(*problem);
  const std::uint64_t plain = number_at(bytes, kPlainAt, 8);
  if (plain > kMostSummaryColumns) return damaged("it is too large");
  const auto columns =
      memory.columns.unpack(bytes.substr(kHeaderBytes), static_cast<std::size_t>(plain));
  if (!columns || columns->size() != plain) return damaged("it cannot be decompressed");
  RankSummary summary;
  summary.steps = std::move(memory.steps);
  summary.steps.clear();
  ColumnReader reader(*columns);
  SummaryLayout(reader, summary).run(parts);
  if (auto problem = contents_problem(reader, summary)) {
    memory.steps = std::move(summary.steps);
    return std::move(*problem);
  }
  return summary;
}

}  // namespace

std::string summary_bytes(const RankSummary& summary, std::size_t most_columns) {
  std::string columns = columns_of(summary);
  if (columns.size() > most_columns) {
    RankSummary less = summary;
    less.activity = {};
    columns = columns_of(less);
  }
  const std::string packed = pack_zstd(columns, kLevel);
  std::string checked;
  put(checked, kSummaryVersion, 4);
  put(checked, columns.size(), 8);
  put(checked, packed.size(), 8);
  checked += packed;
  std::string out(kSummaryMagic);
  put(out, checksum(checked), 4);
  return out + checked;
}

Result<RankSummary> parse_summary(std::string_view bytes, SummaryParts parts) {
  SummaryReuse memory;
  return parsed(bytes, parts, memory);
}

std::optional<Error> write_summary(const std::string& path, const RankSummary& summary,
                                   mode_t most) {
  return replace_file(path, summary_bytes(summary), most);
}

Result<RankSummary> read_summary(const std::string& path, SummaryParts parts) {
  SummaryReuse memory;
  return read_summary(path, parts, memory);
}

Result<RankSummary> read_summary(const std::string& path, SummaryParts parts,
                                 SummaryReuse& memory) {
  if (auto problem = read_small_file(path, kMostFileBytes, memory.bytes))
    return std::move(*problem);
  return parsed(memory.bytes, parts, memory);
}

bool is_summary(const std::string& path) {
  const auto facts = facts_of(path);
  if (!facts || facts->kind != FileFacts::Kind::File) return false;
  const FileDescriptor file(open_to_read(path));
  std::array<char, kSummaryMagic.size()> begin{};
  return file.open() && read_at(file.get(), 0, begin) == std::ssize(begin) &&
         std::string_view(begin.data(), begin.size()) == kSummaryMagic;
}

}  // namespace lanescope

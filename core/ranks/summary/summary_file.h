// The file of a summary, X.rank: a header with a version and a checksum, then columns compressed
// with zstd.
//
//   8 bytes  "\x89LSRANK\n"
//   u32      CRC-32C of everything after it
//   u32      version
//   u64      bytes of the columns, and after compression, little-endian as all numbers
//   …        the columns: see columns.h, and summary_layout.h for their order
//
// A later program may add sections, and columns at the end of a section, without a new version:
// readers skip what they do not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/base/bytes/unpack.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/base/result.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

inline constexpr std::uint32_t kSummaryVersion = 1;

/// Of the columns; those of 20 steps of 200 collectives have less than one.
inline constexpr std::size_t kMostSummaryColumns = std::size_t{128} << 20U;

/// The bytes of the file. The same summary gives the same bytes. If its columns would be too large,
/// the activity is left out: then it shows who was late, but not why.
std::string summary_bytes(const RankSummary& summary,
                          std::size_t most_columns = kMostSummaryColumns);
/// Errors: WrongFormat for other files; Unsupported for a later version; Unreadable for truncated
/// and damaged ones, of which nothing is used. Cost: memory of at most about 64 times the columns.
Result<RankSummary> parse_summary(std::string_view bytes, SummaryParts parts = SummaryParts::All);

/// Replaces an existing file. Errors: as replace_file.
std::optional<Error> write_summary(const std::string& path, const RankSummary& summary,
                                   mode_t most = kRightsOfAll);
/// Errors: as read_small_file and parse_summary.
Result<RankSummary> read_summary(const std::string& path, SummaryParts parts = SummaryParts::All);

/// What reading one summary leaves for the next: memory, whose contents are no longer needed. New
/// pages for each of thousands of files take longer than what is done with them.
struct SummaryReuse {
  std::string bytes;
  ZstdUnpacker columns;
  std::vector<StepFacts> steps;  // give those of the summary back; after an error they are here
};
/// The same in this memory, for thousands of files, one after another. One thread at a time.
Result<RankSummary> read_summary(const std::string& path, SummaryParts parts, SummaryReuse& memory);

/// Whether a regular file begins as a summary does, of any version. Cost: reads a few bytes.
bool is_summary(const std::string& path);

}  // namespace lanescope

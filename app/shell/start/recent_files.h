// The files that were opened last, as the start page lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/workspace/files/thumbnail_folder.h"
#include "app/workspace/memory/remembered.h"

namespace lanescope {

/// What the disk says about one of them.
struct RecentFact {
  bool is_there = false;
  std::string size;    // "1.20 GiB"
  std::string opened;  // "today 14:05"; empty when nobody noted it
  std::optional<Thumbnail> picture;
};

/// One for each file, in their order. Reads the disk, which may be a slow one: for a worker.
std::vector<RecentFact> read_recent(std::span<const RecentFile> files,
                                    const ThumbnailFolder& pictures, std::int64_t now_s);

/// "today 14:05", "yesterday 9:30", else "2026-08-03", by the local clock. Times are seconds since
/// 1970; empty for 0.
std::string opened_text(std::int64_t opened_s, std::int64_t now_s);

}  // namespace lanescope

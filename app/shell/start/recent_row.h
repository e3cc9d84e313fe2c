// A row of the recent files on the start page: a picture of the trace, its name and folder, its
// size and when it was opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/workspace/files/thumbnail_folder.h"
#include "app/workspace/memory/remembered.h"
#include "core/view/colors/role_palette.h"
#include "core/view/navigation/thumbnail.h"

namespace lanescope {

/// What the disk says about a recent file.
struct RecentFact {
  bool is_there = false;
  std::string size;       // "1.20 GiB"
  std::string opened;     // "today 14:05"; empty if unknown
  std::size_t ranks = 0;  // of a folder
  std::optional<Thumbnail> picture;
};

/// One for each file, in the same order. Reads the disk, which may be slow; call it on a worker.
std::vector<RecentFact> read_recent(std::span<const RecentFile> files,
                                    const ThumbnailFolder& pictures, std::int64_t now_s);

/// "today 14:05", "yesterday 9:30", else "2026-08-03", in local time. Times are seconds since 1970;
/// empty for 0.
std::string opened_text(std::int64_t opened_s, std::int64_t now_s);

/// `known` is null until the disk was read. Without room, the picture is left out, and then the
/// size and the date.
void draw_recent_row(const Ui& ui, Rect row, const RecentFile& file, const RecentFact* known,
                     ThemeKind theme, bool hovered);

}  // namespace lanescope

#include "app/shell/start/recent_row.h"

#include <cmath>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/shell/start/recent_text.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/local_time.h"
#include "core/base/time.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDayS = 24 * 60 * 60;

bool same_day(const std::tm& a, const std::tm& b) {
  return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
}

RecentFact folder_fact(const std::string& folder) {
  RecentFact fact;
  fact.is_there = true;
  const RankFolder run = ranks_below(folder);
  fact.ranks = run.ranks.size();
  std::uint64_t bytes = 0;
  for (const std::string& file : run.ranks) bytes += bytes_of_file(file).value_or(0);
  if (fact.ranks > 0) fact.size = format_bytes(static_cast<std::int64_t>(bytes));
  return fact;
}

/// Of two that were compared, both must be there.
std::optional<std::uint64_t> bytes_of(const RecentFile& file) {
  const auto bytes = bytes_of_file(file.path);
  if (!bytes || file.compared_with.empty()) return bytes;
  const auto of_b = bytes_of_file(file.compared_with);
  return of_b ? std::optional(*bytes + *of_b) : std::nullopt;
}

RecentFact file_fact(const RecentFile& file, const ThumbnailFolder& pictures) {
  RecentFact fact;
  const auto bytes = bytes_of(file);
  fact.is_there = bytes.has_value();
  if (bytes) {
    fact.size = format_bytes(static_cast<std::int64_t>(*bytes));
    fact.picture = pictures.find(file.path);
  }
  return fact;
}

constexpr float kPicturePx = 124, kFactsPx = 150;
constexpr float kCellPx = 2;  // height of a thumbnail's cells; whole pixels
constexpr float kLeastWithPicturePx = 420, kLeastWithFactsPx = 300;

/// One rectangle for each run of equal cells.
void draw_thumbnail(const Ui& ui, Rect box, const Thumbnail& picture, ThemeKind theme) {
  const auto x_of = [&](std::size_t column) {
    return std::floor(box.x0 + box.width() * static_cast<float>(column) / Thumbnail::kColumns);
  };
  const float pitch = ui.px(kCellPx);
  for (std::size_t row = 0; row < Thumbnail::kRows; ++row) {
    const float y = box.y0 + pitch * static_cast<float>(row);
    for (std::size_t begin = 0, end = 0; begin < Thumbnail::kColumns; begin = end) {
      const Thumbnail::Cell& cell = picture.at(begin, row);
      for (end = begin + 1; end < Thumbnail::kColumns && picture.at(end, row) == cell;) ++end;
      if (cell.level == 0) continue;
      const float share = 0.3F + 0.7F * static_cast<float>(cell.level) / Thumbnail::kLevels;
      fill_rect({x_of(begin), y, x_of(end), y + pitch},
                mixed(ui.color().background, packed(role_color(theme, cell.role)), share));
    }
  }
}

void draw_picture(const Ui& ui, Rect place, const std::string& path, const RecentFact* known,
                  ThemeKind theme) {
  const float middle = std::floor((place.y0 + place.y1) / 2);
  const float half = ui.px(kCellPx) * Thumbnail::kRows / 2 + ui.px(2);
  const Rect box{place.x0, middle - half, place.x1, middle + half};
  if (known != nullptr && known->is_there && known->ranks > 0) {
    const Face& icons = ui.face().icon;
    const float x = std::floor((box.x0 + box.x1 - text_width(icons, icon::kFolder)) / 2);
    ui.mark({"folder.", path}, box);
    draw_text(icons, {x, centered_y(icons, box)}, ui.color().dim, icon::kFolder);
    return;
  }
  fill_rect(box, ui.color().background, ui.px(2));
  if (known == nullptr || !known->picture || !known->is_there) return;
  ui.mark({"picture.", path}, box);
  draw_thumbnail(ui, box.inset(ui.px(2), ui.px(2)), *known->picture, theme);
}

void draw_facts(const Ui& ui, Rect row, float y, const RecentFact& known) {
  const Face& small = ui.face().small;
  const bool missing = !known.is_there;
  draw_text_right(missing ? small : ui.face().mono, row.x1, y,
                  missing ? ui.color().warning : ui.color().dim,
                  missing ? std::string_view("no longer exists") : known.size);
  draw_text_right(small, row.x1, y + ui.face().ui.size_px, ui.color().faint, known.opened);
}

}  // namespace

std::string opened_text(std::int64_t opened_s, std::int64_t now_s) {
  const auto opened = local_time(opened_s);
  const auto now = local_time(now_s);
  const auto yesterday = local_time(now_s - kDayS);
  if (opened_s <= 0 || !opened || !now || !yesterday) return {};
  const std::string clock = fmt::format("{}:{:02}", opened->tm_hour, opened->tm_min);
  if (same_day(*opened, *now)) return "today " + clock;
  if (same_day(*opened, *yesterday)) return "yesterday " + clock;
  return fmt::format("{:04}-{:02}-{:02}", opened->tm_year + 1900, opened->tm_mon + 1,
                     opened->tm_mday);
}

std::vector<RecentFact> read_recent(std::span<const RecentFile> files,
                                    const ThumbnailFolder& pictures, std::int64_t now_s) {
  std::vector<RecentFact> facts;
  for (const RecentFile& file : files) {
    std::error_code ignored;
    const bool folder = fs::is_directory(file.path, ignored);
    RecentFact fact = folder ? folder_fact(file.path) : file_fact(file, pictures);
    fact.opened = opened_text(file.opened_s, now_s);
    facts.push_back(std::move(fact));
  }
  return facts;
}

void draw_recent_row(const Ui& ui, Rect row, const RecentFile& file, const RecentFact* known,
                     ThemeKind theme, bool hovered) {
  const Face& face = ui.face().ui;
  const Face& small = ui.face().small;
  const bool missing = known != nullptr && !known->is_there;
  if (missing) ui.mark({"missing.", recent_mark(file)}, row);
  Rect words = row;
  if (row.width() >= ui.px(kLeastWithPicturePx)) {
    draw_picture(ui, words.cut_left(ui.px(kPicturePx)), file.path, known, theme);
    words.cut_left(ui.px(14));
  }
  const float y = std::floor((row.y0 + row.y1 - face.size_px - small.size_px) / 2);
  if (row.width() >= ui.px(kLeastWithFactsPx)) {
    if (known != nullptr) draw_facts(ui, words, y, *known);
    words.cut_right(ui.px(kFactsPx));
  }
  const ImU32 color = missing ? ui.color().faint : hovered ? ui.color().accent : ui.color().text;
  draw_text_fitted(face, {words.x0, y}, words.width(), color,
                   recent_name(file, known != nullptr ? known->ranks : 0));
  draw_text_fitted(small, {words.x0, y + face.size_px}, words.width(), ui.color().faint,
                   recent_folder(file));
}

}  // namespace lanescope

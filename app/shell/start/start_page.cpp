#include "app/shell/start/start_page.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "app/shell/start/example_items.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/workspace/files/paths.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/clamped.h"
#include "core/base/local_time.h"
#include "core/base/time.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDayS = 24 * 60 * 60;

bool same_day(const std::tm& a, const std::tm& b) {
  return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
}

constexpr const char* kExamplesMenu = "examples";
constexpr float kColumnPx = 800;
constexpr float kButtonPx = 44;
constexpr const char* kWhatFor =
    "Open torch.profiler traces, record CUDA programs, and see where time and memory go.";
constexpr const char* kWhatForHere =
    "Open torch.profiler traces and see where time and memory go. No data leaves this computer.";
constexpr float kRecentRowPx = 46;
constexpr float kPicturePx = 124, kFactsPx = 150;
constexpr float kCellPx = 2;  // height of a thumbnail's cells; whole pixels

/// A column in the middle, slightly above the vertical center.
Rect middle_column(const Ui& ui, Rect area, float height_px) {
  const float width = std::min(ui.px(kColumnPx), area.width() - ui.px(48));
  const float x = std::floor((area.x0 + area.x1 - width) / 2);
  const float y = area.y0 + std::max(ui.px(24), std::floor((area.height() - height_px) * 0.4F));
  return {x, y, x + width, area.y1};
}

void draw_problem(const Ui& ui, Rect& column, const std::string& problem) {
  if (problem.empty()) return;
  const Face& face = ui.face().ui;
  const float width = column.width() - ui.px(56);
  const float height = draw_text_wrapped(nullptr, face, {}, width, 0, problem);
  const Rect box = column.cut_top(height + ui.px(24));
  ui.mark("start.problem", box);
  fill_rect(box, mixed(ui.color().panel, ui.color().error, 0.12F), ui.px(6));
  draw_text(ui.face().icon, {box.x0 + ui.px(14), box.y0 + ui.px(12)}, ui.color().error,
            icon::kWarning);
  draw_text_wrapped(face, {box.x0 + ui.px(42), box.y0 + ui.px(12)}, width, ui.color().text,
                    problem);
  column.cut_top(ui.px(18));
}

/// Name and folder on the left, size and date on the right.
void draw_words(const Ui& ui, Rect row, const std::string& path, const RecentFact* known,
                bool hovered) {
  const Face& face = ui.face().ui;
  const Face& small = ui.face().small;
  const bool missing = known != nullptr && !known->is_there;
  const float x = row.x0 + ui.px(kPicturePx + 14);
  const float facts_px = ui.px(kFactsPx);
  const float y = std::floor((row.y0 + row.y1 - face.size_px - small.size_px) / 2);
  const std::filesystem::path file(path);
  const ImU32 color = missing ? ui.color().faint : hovered ? ui.color().accent : ui.color().text;
  draw_text_fitted(face, {x, y}, row.x1 - x - facts_px, color, file.filename().string());
  draw_text_fitted(small, {x, y + face.size_px}, row.x1 - x - facts_px, ui.color().faint,
                   friendly_path(file.parent_path().string()));
  if (known == nullptr) return;
  if (missing) ui.mark({"missing.", path}, row);
  draw_text_right(missing ? small : ui.face().mono, row.x1, y,
                  missing ? ui.color().warning : ui.color().dim,
                  missing ? std::string_view("no longer exists") : known->size);
  draw_text_right(small, row.x1, y + face.size_px, ui.color().faint, known->opened);
}

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
    RecentFact fact;
    const auto bytes = bytes_of_file(file.path);
    fact.is_there = bytes.has_value();
    if (bytes) {
      fact.size = format_bytes(static_cast<std::int64_t>(*bytes));
      fact.picture = pictures.find(file.path);
    }
    fact.opened = opened_text(file.opened_s, now_s);
    facts.push_back(std::move(fact));
  }
  return facts;
}

void StartPage::refresh(const Settings& settings) {
  if (ImGui::GetFrameCount() > last_frame_ + 1) {
    ++visit_;
    highlighted_.reset();
    first_ = 0;
  }
  last_frame_ = ImGui::GetFrameCount();
  const Key key{settings.recent, visit_};
  const auto answer = read_.ask(key, [key, pictures = pictures_](const std::stop_token&) {
    return read_recent(key.files, pictures, static_cast<std::int64_t>(std::time(nullptr)));
  });
  busy_ = !answer.current;
  facts_ = answer.current ? answer.value : nullptr;
}

const RecentFact* StartPage::fact(std::size_t index) const {
  return facts_ && index < facts_->size() ? &(*facts_)[index] : nullptr;
}

void StartPage::handle_keys(const Settings& settings, StartChoice& choice) {
  const std::size_t count = settings.recent.size();
  if (highlighted_ && *highlighted_ >= count) highlighted_.reset();
  if (count == 0 || ImGui::GetIO().NavVisible) return;  // a control has the keyboard focus
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow))
    highlighted_ = highlighted_ ? std::min(*highlighted_ + 1, count - 1) : 0;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow))
    highlighted_ = highlighted_ ? *highlighted_ - std::min<std::size_t>(*highlighted_, 1) : 0;
  if (!highlighted_) return;
  const std::string& path = settings.recent[*highlighted_].path;
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                     ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (enter) choice.path = path;
  if (ImGui::IsKeyPressed(ImGuiKey_Delete, false)) choice.forget = path;
}

StartChoice StartPage::draw(const Ui& ui, Rect area, const Settings& settings,
                            std::span<const Example> examples, const std::string& problem,
                            bool takes_keys, bool records, bool compares) {
  StartChoice choice;
  refresh(settings);
  if (takes_keys) handle_keys(settings, choice);
  const float recent_px =
      settings.recent.empty()
          ? 0
          : ui.px(46) + static_cast<float>(settings.recent.size()) * ui.px(kRecentRowPx);
  Rect column = middle_column(ui, area, ui.px(220) + recent_px);
  const Rect name = column.cut_top(ui.px(42));
  draw_text(ui.face().display, name.min(), ui.color().text, "Lanescope");
  const Rect line = column.cut_top(ui.px(40));
  draw_text(ui.face().ui, line.min(), ui.color().dim, records ? kWhatFor : kWhatForHere);
  draw_problem(ui, column, problem);
  draw_buttons(ui, column.cut_top(ui.px(kButtonPx)), examples, records, choice);
  draw_hint(ui, column.cut_top(ui.px(40)), compares, choice);
  if (!settings.recent.empty()) draw_list(ui, column, settings, choice);
  return choice;
}

void StartPage::draw_buttons(const Ui& ui, Rect row, std::span<const Example> examples,
                             bool records, StartChoice& choice) {
  const float count = 1.0F + (records ? 2 : 0) + (examples.empty() ? 0 : 1);
  const float gap = ui.px(12);
  const float width = std::floor((row.width() - gap * (count - 1)) / count);
  choice.browse = big_button(ui, "start.open", row.cut_left(width), icon::kFolderOpen,
                             "Open trace…", "Ctrl+O", true);
  row.cut_left(gap);
  if (records) {
    choice.record = big_button(ui, "start.record", row.cut_left(width), icon::kRecord, "Record…",
                               "Ctrl+R", false);
    row.cut_left(gap);
    choice.attach = big_button(ui, "start.attach", row.cut_left(width), icon::kAttach, "Attach…",
                               "Ctrl+Shift+A", false);
    row.cut_left(gap);
  }
  if (examples.empty()) return;
  if (big_button(ui, "start.example", row, icon::kExample, "Open example", "", false))
    ImGui::OpenPopup(kExamplesMenu);
  ImGui::SetNextWindowPos({row.x0, row.y1 + ui.px(4)}, ImGuiCond_Appearing);
  if (!begin_menu(ui, kExamplesMenu)) return;
  choice.path = draw_example_items(ui, examples);
  end_menu();
}

void StartPage::draw_hint(const Ui& ui, Rect row, bool compares, StartChoice& choice) {
  const Face& face = ui.face().small;
  const Rect line{row.x0, row.y0 + ui.px(6), row.x1, row.y0 + ui.px(32)};
  draw_text(face, {line.x0, centered_y(face, line)}, ui.color().faint,
            "or drop a file anywhere on this window, or two to compare them");
  if (!compares) return;
  constexpr std::string_view kCompare = "Compare two traces…";
  const float width = text_button_width(ui, kCompare);
  const Rect button{line.x1 - width, line.y0, line.x1, line.y1};
  choice.compare = text_button(ui, "start.compare", button, kCompare, true);
}

void StartPage::draw_list(const Ui& ui, Rect column, const Settings& settings,
                          StartChoice& choice) {
  const Rect head = column.cut_top(ui.px(30));
  draw_text(ui.face().head, {head.x0, head.y0 + ui.px(8)}, ui.color().faint, "RECENT");
  fill_rect({head.x0, head.y1 - 1, head.x1, head.y1}, ui.color().line);
  column.cut_top(ui.px(4));
  const std::size_t count = settings.recent.size();
  const auto room = static_cast<std::size_t>(std::max(column.height() / ui.px(kRecentRowPx), 1.0F));
  const std::size_t last_first = count - std::min(room, count);
  if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsWindowHovered())
    first_ = wheel > 0 ? first_ - std::min<std::size_t>(first_, 1) : first_ + 1;
  if (highlighted_ && *highlighted_ != shown_) {
    first_ = clamped(first_, *highlighted_ + 1 - std::min(room, *highlighted_ + 1), *highlighted_);
  }
  shown_ = highlighted_;
  first_ = std::min(first_, last_first);
  for (std::size_t i = first_; i < count && i < first_ + room; ++i) {
    draw_row(ui, column.cut_top(ui.px(kRecentRowPx)), settings, i, choice);
  }
}

void StartPage::draw_row(const Ui& ui, Rect row, const Settings& settings, std::size_t index,
                         StartChoice& choice) {
  const std::string& path = settings.recent[index].path;
  const RecentFact* known = fact(index);
  const bool missing = known != nullptr && !known->is_there;
  const bool pointed = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                       row.contains(ImGui::GetIO().MousePos);
  const bool highlighted = highlighted_ == index;
  if (pointed || highlighted) {
    fill_rect({row.x0 - ui.px(10), row.y0, row.x1 + ui.px(10), row.y1},
              highlighted ? ui.color().selected_row : ui.color().raised, ui.px(4));
  }
  const float side = ui.px(22);
  const float middle = std::floor((row.y0 + row.y1) / 2);
  const Rect forget{row.x1 - side, middle - side / 2, row.x1, middle + side / 2};
  if ((pointed || highlighted) &&
      icon_button(ui, {"forget.", path}, forget, icon::kClose, "Remove from list (Delete)"))
    choice.forget = path;
  const Rect link{row.x0, row.y0, forget.x0 - ui.px(6), row.y1};
  const Press press = press_area(ui, {"recent.", path}, link);
  if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (press.clicked) choice.path = path;
  draw_words(ui, link, path, known, press.hovered);
  const float half = ui.px(kCellPx) * Thumbnail::kRows / 2 + ui.px(2);
  const Rect box{row.x0, middle - half, row.x0 + ui.px(kPicturePx), middle + half};
  fill_rect(box, ui.color().background, ui.px(2));
  if (known == nullptr || !known->picture || missing) return;
  ui.mark({"picture.", path}, box);
  draw_thumbnail(ui, box.inset(ui.px(2), ui.px(2)), *known->picture, settings.theme);
}

bool draw_progress_page(const Ui& ui, Rect area, const std::string& title, float share,
                        const std::string& progress) {
  Rect column = middle_column(ui, area, ui.px(140));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect name = column.cut_top(ui.px(30));
  draw_text_fitted(list, ui.face().title, name.min(), column.width(), ui.color().text, title);
  const Rect bar = column.cut_top(ui.px(4));
  draw_progress_bar(ui, list, bar, share);
  const Rect words = column.cut_top(ui.px(34));
  const float y = words.y0 + ui.px(10);
  draw_text(list, ui.face().ui, {words.x0, y}, ui.color().dim, progress);
  const Rect stop = column.cut_top(ui.px(30));
  const Rect button{stop.x0 - ui.px(10), stop.y0,
                    stop.x0 - ui.px(10) + text_button_width(ui, "Stop (Esc)"), stop.y1};
  return text_button(ui, "loading.stop", button, "Stop (Esc)");
}

bool draw_loading_page(const Ui& ui, Rect area, const std::string& path, const LoadFacts& facts) {
  return draw_progress_page(ui, area, std::filesystem::path(path).filename().string(),
                            load_share(facts), load_progress_text(facts));
}

}  // namespace lanescope

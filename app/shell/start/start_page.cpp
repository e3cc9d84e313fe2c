#include "app/shell/start/start_page.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/shell/start/example_items.h"
#include "app/shell/start/recent_text.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/widgets/scrollbar.h"
#include "core/base/clamped.h"
#include "core/base/files/opened_formats.h"

namespace lanescope {
namespace {

constexpr const char* kExamplesMenu = "examples";
constexpr float kColumnPx = 800;
constexpr std::string_view kWhatFor =
    "Open torch.profiler traces, record CUDA programs, and see where time and memory go.";
constexpr std::string_view kHint = "or drop a file anywhere on this window, or two to compare them";
constexpr std::string_view kCompare = "Compare two traces…";
constexpr std::string_view kOpen = "Open trace…", kRecord = "Record…", kAttach = "Attach…",
                           kExample = "Open example";
constexpr std::string_view kWhatForHere =
    "Open torch.profiler traces and see where time and memory go. No data leaves this computer.";
constexpr float kRecentRowPx = 46;
constexpr float kListHeadPx = 46;  // with the space below the list
constexpr float kAroundPx = 54;    // above and below what is in the middle
/// With room for fewer, the whole page scrolls instead of the list alone.
constexpr std::size_t kLeastRows = 2;

std::string what_for_words(bool records) {
  return std::string(records ? kWhatFor : kWhatForHere).append(" ").append(kOpensToo);
}

float column_width(const Ui& ui, Rect area) {
  return std::min(ui.px(kColumnPx), area.width() - ui.px(48));
}

/// A column in the middle, slightly above the vertical center.
Rect middle_column(const Ui& ui, Rect area, float height_px) {
  const float width = column_width(ui, area);
  const float x = std::floor((area.x0 + area.x1 - width) / 2);
  const float y = area.y0 + std::max(ui.px(24), std::floor((area.height() - height_px) * 0.4F));
  return {x, y, x + width, area.y1};
}

std::vector<std::string_view> labels_of(bool records, bool examples) {
  std::vector<std::string_view> labels{kOpen};
  if (records) labels.insert(labels.end(), {kRecord, kAttach});
  if (examples) labels.push_back(kExample);
  return labels;
}

float list_px(const Ui& ui, std::size_t rows) {
  return rows == 0 ? 0 : ui.px(kListHeadPx) + static_cast<float>(rows) * ui.px(kRecentRowPx);
}

/// Of the box around it, with the space below; 0 without one.
float problem_px(const Ui& ui, float width, const std::string& problem) {
  if (problem.empty()) return 0;
  return draw_sentence(nullptr, ui, ui.face().ui, {}, width - ui.px(56), 0, problem) + ui.px(42);
}

void draw_problem(const Ui& ui, Rect& column, const std::string& problem) {
  if (problem.empty()) return;
  const Face& face = ui.face().ui;
  const float width = column.width() - ui.px(56);
  const float height = draw_sentence(nullptr, ui, face, {}, width, 0, problem);
  const Rect box = column.cut_top(height + ui.px(24));
  ui.mark("start.problem", box);
  fill_rect(box, mixed(ui.color().panel, ui.color().error, 0.12F), ui.px(6));
  draw_text(ui.face().icon, {box.x0 + ui.px(14), box.y0 + ui.px(12)}, ui.color().error,
            icon::kWarning);
  draw_sentence(ImGui::GetWindowDrawList(), ui, face, {box.x0 + ui.px(42), box.y0 + ui.px(12)},
                width, ui.color().text, problem);
  column.cut_top(ui.px(18));
}

}  // namespace

void StartPage::refresh(const Settings& settings) {
  if (ImGui::GetFrameCount() > last_frame_ + 1) {
    ++visit_;
    highlighted_.reset();
    first_ = 0;
    scroll_px_ = 0;
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
  const RecentFile& file = settings.recent[*highlighted_];
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                     ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (enter) choice.recent = file;
  if (ImGui::IsKeyPressed(ImGuiKey_Delete, false)) choice.forget = file;
}

StartChoice StartPage::draw(const Ui& ui, Rect area, const Settings& settings,
                            std::span<const Example> examples, const std::string& problem,
                            bool takes_keys, bool records, bool compares) {
  StartChoice choice;
  refresh(settings);
  if (takes_keys) handle_keys(settings, choice);
  const std::vector<std::string_view> labels = labels_of(records, !examples.empty());
  const std::string what_for = what_for_words(records);
  const StartLayout layout =
      StartLayout::of(ui, column_width(ui, area),
                      {what_for, labels, kHint, compares ? kCompare : std::string_view()});
  const std::size_t rows = settings.recent.size();
  const float head_px = layout.head_px(ui) + problem_px(ui, column_width(ui, area), problem);
  const float least_px = ui.px(kAroundPx) + head_px + list_px(ui, std::min(rows, kLeastRows));
  const ListRoom room = least_px > area.height() ? ListRoom::All : ListRoom::Rest;
  std::optional<Scrolled> scrolled;
  Rect page = area;
  if (room == ListRoom::All) {
    const Rect view{area.x0, area.y0, area.x1 - ui.px(12), area.y1};
    scrolled.emplace(ui, "start.scroll", view, ui.px(kAroundPx) + head_px + list_px(ui, rows),
                     scroll_px_);
    page.y0 = scrolled->area().y0;
    page.y1 = scrolled->area().y1;
  }
  const float height_px = ui.px(kAroundPx) + layout.head_px(ui) + list_px(ui, rows);
  Rect column = middle_column(ui, page, room == ListRoom::All ? page.height() : height_px);
  const Rect name = column.cut_top(ui.px(kStartNamePx));
  draw_text_fitted(ui.face().display, name.min(), name.width(), ui.color().text, "Lanescope");
  const Rect words = column.cut_top(layout.words_px);
  draw_text_wrapped(ui.face().ui, words.min(), words.width(), ui.color().dim, what_for);
  draw_problem(ui, column, problem);
  draw_buttons(ui, column.cut_top(layout.buttons_px), layout, examples, records, choice);
  draw_hint(ui, column.cut_top(layout.hint_px), layout.link_below, compares, choice);
  if (!settings.recent.empty()) draw_list(ui, column, settings, room, choice);
  return choice;
}

void StartPage::draw_buttons(const Ui& ui, Rect area, const StartLayout& layout,
                             std::span<const Example> examples, bool records, StartChoice& choice) {
  const float gap = ui.px(kStartGapPx);
  const auto count = static_cast<float>(layout.side_by_side);
  const float width = std::floor((area.width() - gap * (count - 1)) / count);
  std::size_t drawn = 0;
  const auto next = [&] {
    const auto column = static_cast<float>(drawn % layout.side_by_side);
    const auto row = static_cast<float>(drawn / layout.side_by_side);
    const bool last = ++drawn % layout.side_by_side == 0;
    const float x = area.x0 + column * (width + gap);
    const float y = area.y0 + row * (layout.button_px + gap);
    return Rect{x, y, last ? area.x1 : x + width, y + layout.button_px};
  };
  choice.browse = big_button(ui, "start.open", next(), icon::kFolderOpen, kOpen, "Ctrl+O", true);
  if (records) {
    choice.record = big_button(ui, "start.record", next(), icon::kRecord, kRecord, "Ctrl+R", false);
    choice.attach =
        big_button(ui, "start.attach", next(), icon::kAttach, kAttach, "Ctrl+Shift+A", false);
  }
  if (examples.empty()) return;
  const Rect example = next();
  if (big_button(ui, "start.example", example, icon::kExample, kExample, "", false))
    ImGui::OpenPopup(kExamplesMenu);
  ImGui::SetNextWindowPos({example.x0, example.y1 + ui.px(4)}, ImGuiCond_Appearing);
  if (!begin_menu(ui, kExamplesMenu)) return;
  choice.example = draw_example_items(ui, examples);
  end_menu();
}

void StartPage::draw_hint(const Ui& ui, Rect area, bool below, bool compares, StartChoice& choice) {
  const Face& face = ui.face().small;
  const float width = text_button_width(ui, kCompare);
  Rect line{area.x0, area.y0 + ui.px(6), area.x1, area.y0 + ui.px(32)};
  const float y = centered_y(face, line);
  const float words = below || !compares ? line.width() : line.width() - width;
  const float height = draw_text_wrapped(face, {line.x0, y}, words, ui.color().faint, kHint);
  if (!compares) return;
  if (below) {
    line.y0 = y + height + ui.px(4);
    line = {line.x0, line.y0, line.x0 + width, line.y0 + ui.px(26)};
  }
  const Rect button{line.x1 - width, line.y0, line.x1, line.y1};
  choice.compare = text_button(ui, "start.compare", button, kCompare, true);
}

void StartPage::draw_list(const Ui& ui, Rect column, const Settings& settings, ListRoom has,
                          StartChoice& choice) {
  const Rect head = column.cut_top(ui.px(30));
  draw_text(ui.face().head, {head.x0, head.y0 + ui.px(8)}, ui.color().faint, "RECENT");
  fill_rect({head.x0, head.y1 - 1, head.x1, head.y1}, ui.color().line);
  column.cut_top(ui.px(4));
  const std::size_t count = settings.recent.size();
  const auto fitting =
      static_cast<std::size_t>(std::max(column.height() / ui.px(kRecentRowPx), 1.0F));
  const std::size_t room = has == ListRoom::All ? count : fitting;
  const std::size_t last_first = count - std::min(room, count);
  if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsWindowHovered())
    first_ = wheel > 0 ? first_ - std::min<std::size_t>(first_, 1) : first_ + 1;
  if (highlighted_ && *highlighted_ != shown_) {
    first_ = clamped(first_, *highlighted_ + 1 - std::min(room, *highlighted_ + 1), *highlighted_);
    if (has == ListRoom::All) {
      const float row_px = ui.px(kRecentRowPx);
      show_in_view(column.y0 + static_cast<float>(*highlighted_) * row_px, row_px);
    }
  }
  shown_ = highlighted_;
  first_ = std::min(first_, last_first);
  for (std::size_t i = first_; i < count && i < first_ + room; ++i) {
    draw_row(ui, column.cut_top(ui.px(kRecentRowPx)), settings, i, choice);
  }
}

/// Scrolls the page; the clip rectangle is what can be seen of it.
void StartPage::show_in_view(float row_y, float row_px) {
  const ImVec2 top = ImGui::GetWindowDrawList()->GetClipRectMin();
  const ImVec2 bottom = ImGui::GetWindowDrawList()->GetClipRectMax();
  scroll_px_ += std::max(0.0F, row_y + row_px - bottom.y);
  scroll_px_ -= std::max(0.0F, top.y - row_y);
}

void StartPage::draw_row(const Ui& ui, Rect row, const Settings& settings, std::size_t index,
                         StartChoice& choice) {
  const RecentFile& file = settings.recent[index];
  const std::string name = recent_mark(file);
  const Rect filled{row.x0 - ui.px(10), row.y0, row.x1 + ui.px(10), row.y1};
  const bool pointed = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                       filled.contains(ImGui::GetIO().MousePos);
  const bool highlighted = highlighted_ == index;
  if (pointed || highlighted) {
    fill_rect(filled, highlighted ? ui.color().selected_row : ui.color().raised, ui.px(4));
  }
  const float side = ui.px(22);
  const float middle = std::floor((row.y0 + row.y1) / 2);
  const Rect forget{row.x1 - side, middle - side / 2, row.x1, middle + side / 2};
  if ((pointed || highlighted) &&
      icon_button(ui, {"forget.", name}, forget, icon::kClose, "Remove from list (Delete)"))
    choice.forget = file;
  const Rect link{row.x0, row.y0, forget.x0 - ui.px(6), row.y1};
  // From the left edge of the fill, so that the frame of the focus does not run through the words.
  const Press press = press_area(ui, {"recent.", name}, {filled.x0, link.y0, link.x1, link.y1});
  if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (press.clicked) choice.recent = file;
  draw_recent_row(ui, link, file, fact(index), settings.theme, press.hovered);
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
  draw_text_fitted(list, ui.face().ui, {words.x0, y}, words.width(), ui.color().dim, progress);
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

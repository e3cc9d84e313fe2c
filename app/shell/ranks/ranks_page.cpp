#include "app/shell/ranks/ranks_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/shell/start/start_page.h"
#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kHints =
    "W S zoom   A D pan   0 all   Z zoom to selection   Enter open the rank";

std::string seconds_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

}  // namespace

RanksPage::RanksPage(std::vector<std::string> files, const std::function<void()>& wake,
                     const SharedThresholds& thresholds)
    : wake_(wake),
      name_(ranks_name(files)),
      run_(std::move(files), wake, RankRunOptions{.thresholds = thresholds}) {}

std::string RanksPage::words(bool with_costs) const {
  if (loading()) {
    const RankRunProgress progress = run_.progress();
    if (progress.comparing) return "comparing the ranks";
    return fmt::format("{} of {} files · {:.0f} %", progress.done, progress.files,
                       100 * progress.share);
  }
  if (!view_) return "";
  const std::size_t ranks = view_->run().ranks.size();
  const bool stopped = view_->run().stopped;
  const std::string text = fmt::format("{} {} · {}", ranks, ranks == 1 ? "rank" : "ranks",
                                       stopped ? "stopped" : "loaded");
  if (!with_costs) return text;
  return text + (stopped ? " after " : " in ") + seconds_text(run_.load_seconds());
}

void RanksPage::refresh(double delta_s) {
  if (!view_ && !loading()) {
    if (const auto picture = run_.picture()) {
      view_ = std::make_unique<RanksView>(picture, run_.tables());
      bottom_ = std::make_unique<RanksBottom>(*view_, wake_);
    }
  }
  if (view_) view_->refresh(delta_s);
}

bool RanksPage::draw(const Ui& ui, const RolePalette& palette, const Areas& areas, Rect page,
                     PaneSizes& sizes) {
  if (!view_) {
    return draw_progress_page(ui, page, name_, static_cast<float>(run_.progress().share),
                              loading() ? words() + " read" : words());
  }
  const RanksFrame frame{ui, palette, *view_};
  lanes_.draw(frame, areas.timeline, areas.labels_px);
  if (!sizes.bottom_shown) {
    ImGui::GetWindowDrawList()->AddRectFilled(areas.bottom_line.min(), areas.bottom_line.max(),
                                              ui.color().line);
  }
  if (bottom_->draw(frame, areas.tabs, sizes.bottom_shown ? areas.bottom : Rect{}))
    sizes.bottom_shown = true;
  if (!areas.details.empty()) details_.draw(frame, areas.details);
  draw_status(ui, areas.status);
  return false;
}

void RanksPage::draw_status(const Ui& ui, Rect line) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(line.min(), line.max(), ui.color().raised);
  const Face& face = ui.face().small;
  const float y = centered_y(face, line.y0, line.y1);
  const TimeRange shown = view_->viewport.range();
  std::string facts = name_ + " · " + ranks_facts(view_->run());
  facts += "    " + format_range(shown, view_->run().extent.begin_ns);
  const float hints_px = text_width(face, kHints) + ui.px(24);
  const float room = line.width() - ui.px(28);
  const float facts_px = text_width(face, facts);
  draw_text_fitted(list, face, {line.x0 + ui.px(14), y}, room, ui.color().dim, facts);
  if (facts_px + hints_px < room)
    draw_text_right(list, face, line.x1 - ui.px(14), y, ui.color().faint, kHints);
}

void RanksPage::move_by_keys(const HeldKeys& keys, double delta_s) {
  if (!view_) return;
  HeldKeys held = keys;
  held.up = held.down = false;  // they choose a rank
  lanescope::move_by_keys(view_->viewport, view_->cursor_ns, held, delta_s);
}

void RanksPage::step_rank(int by) {
  std::vector<std::size_t> order;
  for (const RanksRow& row : view_->layout().rows) {
    if (row.kind == RanksRowKind::Rank) order.push_back(row.trace);
  }
  if (order.empty()) return;
  std::size_t next = by > 0 ? 0 : order.size() - 1;
  if (view_->rank()) {
    const auto at = std::ranges::find(order, *view_->rank()) - order.begin();
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    next = static_cast<std::size_t>(clamped<std::ptrdiff_t>(at + by, 0, last));
  }
  view_->go_to_rank(order[next]);
}

void RanksPage::handle_keys() {
  if (!view_ || ImGui::GetIO().KeyMods != ImGuiMod_None) return;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) step_rank(1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) step_rank(-1);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (view_->rank() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)))
    view_->want(*view_->rank());
}

bool RanksPage::quiet() const {
  return !loading() && (!view_ || (!view_->animating() && !bottom_->busy()));
}

bool RanksPage::moving() const {
  return view_ && (view_->animating() || lanes_.dragging());
}

}  // namespace lanescope

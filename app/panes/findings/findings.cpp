// What to fix first, in the selected range or in the steps: findings by potential gain, with the
// chosen one expanded.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "app/panes/findings/detail.h"
#include "app/panes/findings/list.h"
#include "app/panes/pane/holds_events.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/ui.h"
#include "core/base/clamped.h"
#include "core/view/findings/model.h"
#include "core/view/memory/text.h"
#include "core/view/overview/foreign_trace.h"

namespace lanescope {
namespace {

constexpr float kListShare = 0.4F;
constexpr float kLeastListPx = 360, kMostListPx = 620;
constexpr float kLeastDetailPx = 280, kLeastHeadlinePx = 200;
constexpr float kHeadPx = 32;

class FindingsPane final : public Pane {
 public:
  [[nodiscard]] std::string_view title() const override { return "Findings"; }
  /// The rules are about PyTorch and GPUs, and of memory about blocks, which a timeline lacks.
  [[nodiscard]] bool applies(const TraceView& view) const override {
    const Snapshot* trace = view.snapshot().get();
    return trace == nullptr ||
           (holds_events(view) && !is_foreign(*trace) && !is_memory_timeline(*trace));
  }
  /// About the steps, even if a range is selected. Skips its first call, so what the visible pane
  /// needs is requested first.
  [[nodiscard]] int badge(TraceView& view) const override {
    if (!std::exchange(asked_before_, true)) return 0;
    const auto found =
        view.insights.ask<FindingsModel>(InsightScope::Steps, &findings_insight, InsightFor::Later);
    return found.value && found.current ? found.value->to_fix : 0;
  }
  [[nodiscard]] std::string_view facts() const override {
    return model_ ? std::string_view(model_->facts) : "";
  }
  [[nodiscard]] bool takes_arrows() const override {
    return has_keys_ && model_ && finding_rows(*model_) > 0;
  }
  void take_arrows() override { has_keys_ = true; }
  void show_item(const PaneItem& item) override {
    if (!item.finding.empty()) wanted_ = item.finding;
  }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    model_ = frame.view.insights.ask<FindingsModel>(InsightScope::Chosen, &findings_insight).value;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      has_keys_ = ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos);
    }
    if (!model_) return note(ui, area, frame.view.waiting_words());
    narrow_ = area.width() < ui.px(kLeastListPx + kLeastDetailPx);
    draw_head(ui, frame.view, area.cut_top(ui.px(kHeadPx)));
    const std::size_t rows = finding_rows(*model_);
    if (rows == 0) return;
    chosen_ = std::min(chosen_, rows - 1);
    show_wanted(ui);
    handle_keys(frame, rows);
    const std::size_t before = chosen_;
    if (narrow_) {
      draw_one_part(frame, area);
    } else {
      draw_both_parts(frame, area);
    }
    if (before != chosen_) detail_.scroll_to_top();
  }

 private:
  void draw_both_parts(const PaneFrame& frame, Rect area) {
    const Ui& ui = frame.ui;
    const float list_px =
        clamped(area.width() * kListShare, ui.px(kLeastListPx), ui.px(kMostListPx));
    list_.draw(ui, area.cut_left(list_px), *model_, chosen_);
    fill_rect({area.x0, area.y0, area.x0 + 1, area.y1 - ui.px(8)}, ui.color().line);
    draw_chosen(frame, area);
  }

  /// Chooses the finding that was asked for, with its detail.
  void show_wanted(const Ui& ui) {
    if (wanted_.empty()) return;
    const auto found =
        std::ranges::find(model_->cards, std::exchange(wanted_, {}), &FindingCard::id);
    if (found == model_->cards.end()) return;
    chosen_ = static_cast<std::size_t>(found - model_->cards.begin());
    unfolded_ = true;
    list_.show(ui, chosen_);
    detail_.scroll_to_top();
  }

  /// If there is no room for both parts.
  void draw_one_part(const PaneFrame& frame, Rect area) {
    const Ui& ui = frame.ui;
    if (!unfolded_) {
      unfolded_ = list_.draw(ui, area, *model_, chosen_);
      return;
    }
    const bool walked_here = list_.keys().here;
    list_.forget_keys();
    const Rect bar = area.cut_top(ui.px(kHeadPx)).inset(ui.px(8), ui.px(3));
    const Rect back{bar.x0, bar.y0, bar.x0 + text_button_width(ui, kBack), bar.y1};
    if (walked_here) ImGui::SetKeyboardFocusHere();
    if (text_button(ui, "findings.back", back, kBack)) unfolded_ = false;
    draw_chosen(frame, area);
  }

  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(10)}, ui.color().faint, text);
  }

  void draw_head(const Ui& ui, TraceView& view, Rect row) const {
    const Face& icons = ui.face().icon;
    row = row.inset(ui.px(14), 0);
    draw_verdict(ui, {row.x0, centered_y(icons, row)});
    // If there is little room, the last buttons are omitted in favor of the headline.
    const auto button = [&](std::string_view id, std::string_view label) {
      const float width = text_button_width(ui, label);
      if (row.width() - width < ui.px(kLeastHeadlinePx)) return false;
      return text_button(ui, id, row.cut_right(width).inset(0, ui.px(3)), label);
    };
    if (button("findings.copy_all", narrow_ ? kCopyAllShort : kCopyAll)) {
      ImGui::SetClipboardText(findings_markdown(*model_).c_str());
    }
    if (chosen_ < model_->cards.size() && button("findings.copy", kCopy)) {
      ImGui::SetClipboardText(finding_markdown(model_->cards[chosen_]).c_str());
    }
    if (button("findings.thresholds", kThresholds)) view.requests.emplace_back(ShowThresholds{});
    const Face& face = ui.face().ui;
    draw_text_fitted(face, {row.x0 + ui.px(22), centered_y(face, row)}, row.width() - ui.px(22),
                     ui.color().text, model_->headline);
  }

  void draw_verdict(const Ui& ui, ImVec2 at) const {
    const Face& icons = ui.face().icon;
    switch (model_->verdict) {
      case FindingsVerdict::ToFix:
        return draw_text(icons, at, ui.color().warning, icon::kWarning);
      case FindingsVerdict::Clean:
        return draw_text(icons, at, ui.color().good, icon::kCheck);
      case FindingsVerdict::HardlyJudged:
        return draw_text(icons, at, ui.color().dim, icon::kInfo);
    }
  }

  void draw_chosen(const PaneFrame& frame, Rect area) {
    if (chosen_ >= model_->cards.size()) return detail_.draw_not_judged(frame.ui, area, *model_);
    const EventId clicked =
        detail_.draw(frame.ui, area, model_->cards[chosen_], frame.view.selection.primary());
    if (clicked != EventId::None) frame.view.go_to(clicked);
  }

  void handle_keys(const PaneFrame& frame, std::size_t rows) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool has_keys = io.NavVisible ? list_.keys().here : has_keys_;
    if (rows == 0 || !has_keys || io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper)
      return;
    const std::size_t before = chosen_;
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) chosen_ = std::min(chosen_ + 1, rows - 1);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow) && chosen_ > 0) --chosen_;
    if (before != chosen_) {
      list_.show(frame.ui, chosen_);
      detail_.scroll_to_top();
    }
    if (!ImGui::IsKeyPressed(ImGuiKey_Enter, false)) return;
    if (narrow_ && !std::exchange(unfolded_, true)) return;
    go_to_evidence(frame.view);
  }

  void go_to_evidence(TraceView& view) const {
    if (chosen_ >= model_->cards.size()) return;
    const FindingCard& card = model_->cards[chosen_];
    const auto linked = std::ranges::find_if(
        card.evidence, [](const FindingWords& words) { return words.event != EventId::None; });
    view.go_to(linked == card.evidence.end() ? card.place_event : linked->event);
  }

  static constexpr std::string_view kCopy = "Copy", kCopyAll = "Copy all as Markdown",
                                    kCopyAllShort = "Copy all", kThresholds = "Thresholds…",
                                    kBack = "‹ All findings";

  std::shared_ptr<const FindingsModel> model_;
  std::size_t chosen_ = 0;
  std::string wanted_;                      // the id of a finding to choose; empty: none
  bool narrow_ = false, unfolded_ = false;  // show the chosen one if only one part fits
  bool has_keys_ = false;
  mutable bool asked_before_ = false;
  FindingsList list_;
  FindingsDetail detail_;
};

}  // namespace

std::unique_ptr<Pane> make_findings_pane(const TraceView& /*view*/) {
  return std::make_unique<FindingsPane>();
}

}  // namespace lanescope

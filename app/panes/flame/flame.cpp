// The flame graph of the selected range, or of the whole trace: where it goes by call path.
#include "app/panes/flame/bar.h"
#include "app/panes/flame/canvas.h"
#include "app/panes/flame/menu.h"
#include "app/panes/flame/state.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 34;
constexpr float kPathPx = 30;
constexpr float kFieldPx = 220;
constexpr float kFieldShare = 0.4F;  // of the row, at most

class FlamePane final : public Pane {
 public:
  explicit FlamePane(const TraceView& view) : state_(view.wake()), menu_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return "Flame"; }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] std::string_view facts() const override {
    return menu_.news().empty() ? std::string_view(state_.facts()) : menu_.news();
  }
  [[nodiscard]] bool busy() const override { return state_.busy() || menu_.busy(); }
  [[nodiscard]] std::optional<PaneFile> file(const TraceView& view,
                                             FileFormat format) const override {
    return flame_file(view, state_, format);
  }
  [[nodiscard]] bool takes_arrows() const override {
    return canvas_.has_keys() && state_.has_graph() && state_.tree().total() != 0;
  }
  void take_arrows() override { canvas_.take_keys(); }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    if (state_.refresh(frame.view)) canvas_.reset(state_.tree(), state_.callers());
    const FlameQuery before = state_.query;
    const FlameBarEvents bar =
        draw_flame_bar(ui, area.cut_top(ui.px(kBarPx)), *frame.view.snapshot(), state_.sources(),
                       thread_title(frame.view), state_.when(), state_.query);
    if (!(before == state_.query)) state_.sandwich.reset();
    menu_.draw(frame, state_, bar);
    if (!state_.has_graph()) return note(ui, area, state_.missing());
    if (state_.tree().total() == 0) return note(ui, area, state_.missing());
    const FlameScene scene{frame, state_.tree(), state_.callers(), state_.shown_weight(),
                           state_.matches()};
    draw_head(scene, area.cut_top(ui.px(kPathPx)));
    canvas_.draw(scene, area.inset(ui.px(10), 0));
    if (const auto spot = canvas_.menu_spot()) menu_.open_for(scene, *spot);
    if (menu_.take_zoom()) canvas_.zoom_to(scene, menu_.spot());
  }

 private:
  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text(*ImGui::GetWindowDrawList(), ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(8)},
              ui.color().dim, text);
  }

  /// The way to what is shown, and what the search found.
  void draw_head(const FlameScene& scene, Rect row) {
    const Ui& ui = scene.frame.ui;
    row = row.inset(ui.px(12), 0);
    const Face& face = ui.face().small;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Rect field = row.cut_right(std::min(ui.px(kFieldPx), row.width() * kFieldShare));
    field = field.inset(0, ui.px(2));
    text_field(ui, "flame.search", field, state_.search, "Find frames", icon::kSearch, false);
    row.cut_right(ui.px(12));
    if (const FlameMatches* found = state_.matches()) {
      const Rect words = row.cut_right(text_width(face, found->words) + ui.px(4));
      ui.mark("flame.found", words);
      draw_text(list, face, {words.x0, centered_y(face, words.y0, words.y1)}, ui.color().text,
                found->words);
      row.cut_right(ui.px(12));
    }
    if (state_.callers() != nullptr) {
      const Rect close = row.cut_left(ui.px(20));
      if (icon_button(ui, "flame.sandwich.close", close, icon::kClose, "Back to the whole graph"))
        state_.sandwich.reset();
      constexpr std::string_view kWords = "Callers above, callees below";
      row.cut_left(ui.px(4));
      draw_text(list, face, {row.x0, centered_y(face, row.y0, row.y1)}, ui.color().dim, kWords);
      row.cut_left(text_width(face, kWords) + ui.px(14));
    }
    canvas_.draw_path(scene, row);
  }

  [[nodiscard]] std::string_view thread_title(const TraceView& view) const {
    if (!state_.query.thread) return "All threads";
    const auto ref = view.tree().find(*state_.query.thread);
    return ref ? std::string_view(view.tree().at(*ref).title) : "A thread";
  }

  FlameState state_;
  FlameCanvas canvas_;
  FlameMenu menu_;
};

}  // namespace

std::unique_ptr<Pane> make_flame_pane(const TraceView& view) {
  return std::make_unique<FlamePane>(view);
}

}  // namespace lanescope

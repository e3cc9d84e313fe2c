// What changed between two runs: the largest parts, caveats, and rows that add up to the change of
// the step.
#include <array>
#include <span>

#include "app/panes/compare/head.h"
#include "app/panes/pane/shared_choices.h"
#include "app/panes/tables/data_pane.h"
#include "core/view/results/sampled_text.h"

namespace lanescope {
namespace {

constexpr std::array kLevels{PartLevel::Op, PartLevel::Kernel, PartLevel::Module};

/// After the ways by level.
constexpr std::size_t kByFunction = kLevels.size(), kByState = kByFunction + 1;
constexpr std::array<std::size_t, kByState + 1> kWays{0, 1, 2, kByFunction, kByState};

/// Without anything else there are only samples: first what changed for sure.
constexpr std::array kFunctionsFirst{kByFunction, kByState}, kStatesFirst{kByState, kByFunction};

std::span<const std::size_t> offered_ways(const TraceView& view) {
  const std::span<const std::size_t> all(kWays);
  const Comparison* comparison = view.run.comparison;
  if (comparison == nullptr || !comparison->value() || !comparison->value()->has_samples())
    return all.first(kLevels.size());
  const ComparedPair& pair = *comparison->value();
  if (!pair.only_sampled) return all;
  if (names_function(*pair.sampled) || pair.words.parts.empty()) return kFunctionsFirst;
  return kStatesFirst;
}

std::shared_ptr<const ComparedPair> pair_at(const TraceView& view, std::size_t way) {
  if (view.run.comparison == nullptr) return nullptr;
  if (way < kLevels.size()) view.run.comparison->show(kLevels[way]);
  return view.run.comparison->value();
}

DataTable table_at(const DataInput& in, std::size_t way, const std::stop_token& stop) {
  if (way == kByFunction) return sampled_table(in, SampledRows::Function, stop);
  if (way == kByState) return sampled_table(in, SampledRows::State, stop);
  return delta_table(in, stop);
}

std::unique_ptr<Pane> make_table(const TraceView& view) {
  return make_data_pane(
      view,
      {.title = "Compare",
       .ways = {"By operator", "By kernel", "By module", "By function", "By state"},
       .build = table_at,
       .leaves_out_warm_up = false,
       .pair = pair_at,
       .brief = "Show top 90 %",
       .brief_hint = "The fewest rows that account for 90 % of all changes, slower or faster",
       .way_hints = {"", "", "", "Time in which Python functions run, by samples of all threads",
                     "What the main thread does and waits for, by samples"},
       .offered = offered_ways});
}

class ComparePane final : public Pane, public SharedChoices {
 public:
  explicit ComparePane(const TraceView& view) : table_(make_table(view)) {}

  [[nodiscard]] std::string_view title() const override { return "Compare"; }
  /// Also beside an empty file, which says why the runs cannot be compared.
  [[nodiscard]] bool applies(const TraceView& view) const override {
    return Pane::applies(view) || view.run.comparison != nullptr;
  }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] std::string_view facts() const override {
    return shows_table_ ? table_->facts() : std::string_view();
  }
  [[nodiscard]] bool busy() const override { return shows_table_ && table_->busy(); }
  void take_arrows() override { table_->take_arrows(); }
  [[nodiscard]] bool takes_arrows() const override {
    return shows_table_ && table_->takes_arrows();
  }
  [[nodiscard]] std::optional<PaneFile> file(const TraceView& view,
                                             FileFormat format) const override {
    return shows_table_ ? table_->file(view, format) : std::nullopt;
  }

  void take_choices(const Pane& of_other_run) override {
    const auto* const other = dynamic_cast<const ComparePane*>(&of_other_run);
    auto* const table = dynamic_cast<SharedChoices*>(table_.get());
    if (other != nullptr && table != nullptr) table->take_choices(*other->table_);
  }

  void draw(const PaneFrame& frame, Rect area) override {
    shows_table_ = false;
    const Comparison* comparison = frame.view.run.comparison;
    if (comparison == nullptr || !comparison->value()) {
      let_go(frame.view);
      if (comparison == nullptr) return draw_no_second_run(frame, area);
      return draw_not_compared(frame, area, *comparison);
    }
    head_.draw(frame, *comparison, area);
    if (head_.shows_recordings()) return;
    shows_table_ = has_rows_ = true;
    table_->draw(frame, area);
  }

 private:
  /// After a run is closed, results about it must not keep it alive.
  void let_go(const TraceView& view) {
    head_.forget();
    if (has_rows_) table_ = make_table(view);
    has_rows_ = false;
  }

  CompareHead head_;
  std::unique_ptr<Pane> table_;
  bool shows_table_ = false;
  bool has_rows_ = false;  // the table may keep the runs alive
};

}  // namespace

std::unique_ptr<Pane> make_compare_pane(const TraceView& view) {
  return std::make_unique<ComparePane>(view);
}

}  // namespace lanescope

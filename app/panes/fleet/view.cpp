#include "app/panes/fleet/view.h"

#include <algorithm>
#include <cmath>

#include "app/panes/fleet/cell_axis.h"

namespace lanescope {
namespace {

constexpr double kMostRowPx = 28;                            // a few ranks do not fill the height
constexpr double kReadableRowPx = 22, kReadableStepPx = 96;  // zooming goes no further
constexpr double kAroundCells = 4;

/// What delays the others tells the most, if there is such.
WallMeasure first_measure(const FleetContents& contents) {
  const bool late = !contents.run.analysis.stragglers.empty();
  const WallMeasure wanted{late ? WallKind::WaitCaused : WallKind::StepTime, 0};
  const auto& all = contents.measures;
  if (all.empty() || std::ranges::find(all, wanted) != all.end()) return wanted;
  return all.front();
}

std::string facts_of(const FleetPicture& run) {
  std::string text = fleet_facts(run);
  if (run.stopped) text += " · loading was stopped, so these are not all";
  for (const std::string& note : run.notes) text += ". " + note;
  return text;
}

}  // namespace

FleetView::FleetView(std::shared_ptr<const FleetContents> contents,
                     const std::function<void()>& wake)
    : contents_(std::move(contents)),
      measure_(first_measure(*contents_)),
      grids_(wake, Urgency::Quick),
      groups(contents_, wake),
      wake_(wake),
      facts_(facts_of(contents_->run)) {
  set_extents();
  steps.fit();
  ranks.fit();
  const FleetAnalysis& found = run().analysis;
  if (found.stragglers.empty()) return;
  // So that the details explain what the sentence above the wall says.
  rank_ = found.stragglers.front().rank;
  if (!found.stragglers.front().steps.empty()) step_ = found.stragglers.front().steps.front();
}

void FleetView::set_extents() {
  const auto rows = static_cast<double>(std::max<std::size_t>(run().ranks().size(), 1));
  const double fitting = std::floor(ranks.width_px() / (kMostRowPx * static_cast<double>(scale_)));
  const auto shown = static_cast<Ns>(std::max(rows, fitting));
  const auto columns = static_cast<Ns>(std::max<std::size_t>(run().steps().size(), 1));
  ranks.set_extent({0, shown * kUnits});
  steps.set_extent({0, columns * kUnits});
}

void FleetView::set_size(float width_px, float height_px, float scale) {
  const bool all_ranks = ranks.shows_all();
  scale_ = scale;
  steps.set_width_px(std::max(static_cast<double>(width_px), 1.0));
  ranks.set_width_px(std::max(static_cast<double>(height_px), 1.0));
  set_extents();
  if (all_ranks && !ranks.gliding()) ranks.fit();
}

void FleetView::set_measure(WallMeasure measure) {
  if (sort_.by == WallSort::By::Value && !(measure == measure_)) box.reset();
  measure_ = measure;
}

void FleetView::set_sort(WallSort sort) {
  sort_ = std::move(sort);
  box.reset();
}

void FleetView::request_grid() {
  if (comparison() != nullptr) return request_difference();
  const Key key{measure_, sort_};
  const auto answer = grids_.ask(key, [contents = contents_, key](const std::stop_token& stop) {
    return make_wall_grid(contents->run, key.first, key.second, stop);
  });
  current_ = answer.current;
  if (current_) show_grid(answer.value);
}

void FleetView::show_grid(std::shared_ptr<const WallGrid> grid) {
  if (grid_ == grid) return;
  brings_ = grid_ != nullptr && !(grid_->sort == grid->sort);
  grid_ = std::move(grid);
  legend_ = wall_legend(*grid_, difference() != nullptr);
  find_marked_rows();
}

void FleetView::refresh(double delta_s) {
  refresh_comparison();
  search.refresh(run());
  request_grid();
  if (std::exchange(brings_, false)) bring(rank_, step_);
  steps.advance(delta_s);
  ranks.advance(delta_s);
  groups.refresh(delta_s);
}

double FleetView::row_px() const {
  return cell_px(ranks);
}

double FleetView::step_px() const {
  return cell_px(steps);
}

WallSpan FleetView::rows_in_view() const {
  return cells_in_view(ranks, run().ranks().size());
}

WallSpan FleetView::steps_in_view() const {
  return cells_in_view(steps, run().steps().size());
}

std::optional<std::size_t> FleetView::row_at(double y_px) const {
  return cell_at(ranks, y_px, run().ranks().size());
}

std::optional<std::size_t> FleetView::step_at(double x_px) const {
  return cell_at(steps, x_px, run().steps().size());
}

void FleetView::zoom(double factor, double x_px, double y_px) {
  zoom_steps(factor, x_px);
  zoom_ranks(factor, y_px);
}

void FleetView::zoom_steps(double factor, double x_px) {
  zoom_cells(steps, factor, x_px, kReadableStepPx * static_cast<double>(scale_));
}

void FleetView::zoom_groups(double factor, double y_px) {
  groups.zoom(factor, y_px, kReadableRowPx * static_cast<double>(scale_));
}

void FleetView::zoom_ranks(double factor, double y_px) {
  zoom_cells(ranks, factor, y_px, kReadableRowPx * static_cast<double>(scale_));
}

void FleetView::limit_zoom(const TimeView& steps_before, const TimeView& ranks_before) {
  const auto limit = [this](Viewport& axis, const TimeView& before, double readable_px) {
    const bool closer = axis.view().span_ns < before.span_ns;
    if (closer && cell_px(axis) > readable_px * static_cast<double>(scale_)) axis.set_view(before);
  };
  limit(steps, steps_before, kReadableStepPx);
  limit(ranks, ranks_before, kReadableRowPx);
}

void FleetView::show(const WallBox& shown) {
  steps.glide_to(units_of(shown.steps));
  show_rows(shown.rows);
}

/// A few rows do not fill the height, as when all are shown.
void FleetView::show_rows(WallSpan shown) {
  TimeRange rows = units_of(shown);
  const auto least = static_cast<Ns>(ranks.width_px() / (kMostRowPx * static_cast<double>(scale_)) *
                                     static_cast<double>(kUnits));
  const Ns missing = least - rows.length_ns();
  if (missing > 0) rows = {rows.begin_ns - missing / 2, rows.end_ns + missing / 2};
  ranks.glide_to(rows);
}

void FleetView::show_all() {
  steps.glide_to(steps.extent());
  ranks.glide_to(ranks.extent());
  groups.rows.glide_to(groups.rows.extent());
}

void FleetView::zoom_to_selection() {
  if (box) return show(*box);
  if (link_) return show_link();
  if (!rank_ || grid_ == nullptr) return;
  const double x_px = step_ ? steps.x_of(units_of({*step_, *step_ + 1}).begin_ns) : 0;
  const double y_px = ranks.x_of(static_cast<Ns>(grid_->order.row_of[*rank_]) * kUnits);
  zoom(kAroundCells, x_px, y_px);
}

void FleetView::select(std::optional<std::size_t> rank, std::optional<std::size_t> step) {
  rank_ = rank;
  step_ = step;
  ++picks_;
  link_.reset();
  marked_.clear();
  marked_rows_.clear();
}

void FleetView::bring(std::optional<std::size_t> rank, std::optional<std::size_t> step) {
  if (rank && grid_ != nullptr) bring_cell(ranks, grid_->order.row_of[*rank]);
  if (step) bring_cell(steps, *step);
}

void FleetView::go_to(std::size_t rank, std::optional<std::size_t> step) {
  select(rank, step);
  box.reset();
  bring(rank, step);
}

void FleetView::go_to_straggler(std::size_t row) {
  const FleetStraggler& one = run().analysis.stragglers[row];
  go_to(one.rank, one.steps.empty() ? std::nullopt : std::optional<std::size_t>(one.steps.front()));
}

void FleetView::go_to_link(std::size_t row) {
  select_link({false, static_cast<std::uint32_t>(row)});
}

void FleetView::step_rank(int by) {
  if (grid_ == nullptr || grid_->rows() == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(grid_->rows()) - 1;
  std::ptrdiff_t row = by > 0 ? 0 : last;
  if (rank_) {
    const auto own = static_cast<std::ptrdiff_t>(grid_->order.row_of[*rank_]);
    row = std::clamp<std::ptrdiff_t>(own + by, 0, last);
  }
  go_to(grid_->order.rows[static_cast<std::size_t>(row)], step_);
}

void FleetView::step_step(int by) {
  if (!rank_ || !step_ || run().steps().empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(run().steps().size()) - 1;
  const auto step = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*step_) + by, 0, last);
  go_to(*rank_, static_cast<std::size_t>(step));
}

bool FleetView::dismiss() {
  if (!search.text.empty()) {
    search.text.clear();
    return true;
  }
  if (box) {
    box.reset();
    return true;
  }
  if (!rank_ && !link_) return false;
  select(std::nullopt, std::nullopt);
  return true;
}

void FleetView::want(std::size_t rank, std::optional<std::size_t> step) {
  const FleetRank& own = run().ranks()[rank];
  OpenSummarized request{fleet_rank_name(run(), rank), own.claim.file, own.file, std::nullopt};
  const FleetStep* shown = step ? run().step_of(rank, *step) : nullptr;
  if (shown != nullptr) request.range = shown->range;
  requests.push_back(std::move(request));
}

}  // namespace lanescope

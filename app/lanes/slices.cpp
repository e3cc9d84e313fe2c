// Lanes of nested slices: threads, streams, annotations, async spans. Instants of the track are
// small marks above the slices; in a track without slices, they are bars with names.
#include <cmath>
#include <optional>
#include <utility>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"
#include "app/widgets/draw/paint.h"

namespace lanescope {
namespace {

class SlicesLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    refresh(scene, place);
    if (only_instants(scene, place)) {
      paint_bars(scene, place);
    } else {
      paint_instants(scene, place);
    }
    painter_.name_with(names_of(scene, place));
    painter_.paint(scene, place.rect, place.item.first_row, rects_, edges_of(scene, place));
    painter_.name_with(nullptr);
    paint_path_marks(scene, place, path_marks_);
    outline_selected(scene, place);
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const double x_px = at.x - place.rect.x0;
    const float y_px = at.y - place.rect.y0;
    const TrackId track = place.lane.track;
    if (y_px < scene.metrics.margin_px || only_instants(scene, place))
      return models_[1].hit_instant(scene.snapshot, track, scene.viewport, x_px);
    const auto row = row_under(scene.metrics, y_px, place.item.rows_shown);
    if (!row) return std::nullopt;
    return models_[0].hit(scene.snapshot, track, place.item.first_row + *row, scene.viewport, x_px);
  }

 private:
  void refresh(const LaneScene& scene, const LanePlace& place) {
    const LaneQueryKey key = query_key(scene, place);
    const TrackId track = place.lane.track;
    if (!(key == key_) || path_ != scene.path) {
      path_ = scene.path;
      path_marks_.clear();
      if (path_ != nullptr)
        path_->marks(track, place.item.first_row, place.item.rows_shown, scene.viewport, runs_,
                     path_marks_);
    }
    if (key == key_) return;
    key_ = key;
    rects_ = models_[0].slices(scene.snapshot, track, place.item.rows_shown, scene.viewport,
                               scene.roles, place.item.first_row);
    marks_ = models_[1].instants(scene.snapshot, track, scene.viewport);
  }

  [[nodiscard]] static bool only_instants(const LaneScene& scene, const LanePlace& place) {
    const std::size_t track = index_of(place.lane.track);
    return track < scene.snapshot.tracks.size() && scene.snapshot.tracks[track].chunks.empty();
  }

  /// Null for lanes whose slices have their short names. Valid during this frame.
  SliceNames* names_of(const LaneScene& scene, const LanePlace& place) {
    const std::size_t track = index_of(place.lane.track);
    if (track >= scene.snapshot.tracks.size()) return nullptr;
    const TrackKind kind = scene.snapshot.tracks[track].kind;
    if (kind == TrackKind::ThreadState) {
      const std::pair of{scene.generation, place.lane.track};
      if (!state_labels_ || labels_of_ != of) state_labels_.emplace(scene.snapshot, of.second);
      labels_of_ = of;
      return &states_.emplace(*state_labels_, scene.names);
    }
    if (kind != TrackKind::ThreadSamples) return nullptr;
    if (!frames_.is_for(scene.snapshot.strings)) frames_ = FrameLabels(scene.snapshot.strings);
    return &frame_names_;
  }

  /// Slices of a stream are compared by how much time they take, those of a thread are nested.
  static BarEdges edges_of(const LaneScene& scene, const LanePlace& place) {
    const std::size_t track = index_of(place.lane.track);
    const bool stream = track < scene.snapshot.tracks.size() &&
                        scene.snapshot.tracks[track].kind == TrackKind::GpuStream;
    return stream ? BarEdges::Shared : BarEdges::Gap;
  }

  void paint_bars(const LaneScene& scene, const LanePlace& place) const {
    const Rect row = row_rect(scene, place, place.item.first_row);
    const Face& face = scene.ui.face().slice;
    const float bar_px = scene.ui.px(2);
    const float gap_px = scene.ui.px(5);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      const LaneMark& mark = marks_[i];
      const float x = std::floor(place.rect.x0 + mark.x_px);
      const bool selected = mark.count == 1 && scene.selection.contains(mark.event);
      scene.list.AddRectFilled({x, row.y0}, {x + bar_px, row.y1},
                               selected ? scene.ui.color().selection : scene.ui.color().dim);
      if (mark.count != 1) continue;
      const bool last = i + 1 == marks_.size();
      const float right = last ? place.rect.x1 : place.rect.x0 + marks_[i + 1].x_px;
      const float left = x + bar_px + gap_px;
      const FittedLabel label = scene.labels.fit(scene.names.of(mark.name), right - gap_px - left);
      if (label.text.empty() || label.ellipsis) continue;
      draw_text(scene.list, face, {left, centered_y(face, row)}, scene.ui.color().dim, label.text);
    }
  }

  void paint_instants(const LaneScene& scene, const LanePlace& place) const {
    const float y1 = std::floor(place.rect.y0 + scene.metrics.margin_px) - 1;
    const float y0 = y1 - scene.ui.px(3);
    const ImU32 color = faded(scene.ui.color().dim, 0.75F);
    for (const LaneMark& mark : marks_) {
      const float x = std::floor(place.rect.x0 + mark.x_px);
      const bool selected = mark.count == 1 && scene.selection.contains(mark.event);
      scene.list.AddRectFilled({x, y0}, {x + 1, y1}, selected ? scene.ui.color().selection : color);
    }
  }

  static void outline_selected(const LaneScene& scene, const LanePlace& place) {
    for (const EventId event : scene.selection.events()) {
      const std::optional<SlicePlace> where = slice_place(scene.snapshot, event);
      if (!where || where->track != place.lane.track || !place.item.shows(where->row)) continue;
      outline_slice(scene, row_rect(scene, place, where->row), where->range);
    }
  }

  // One model for slices and one for instants: a model's result is valid only until its next query,
  // and both results are kept.
  LaneModel models_[2];
  FrameLabels frames_;
  FrameNames frame_names_{frames_};
  std::optional<StateLabels> state_labels_;
  std::pair<std::uint64_t, TrackId> labels_of_;  // the snapshot's generation and the track
  std::optional<StateNames> states_;             // of this frame
  SlicePainter painter_;
  LaneQueryKey key_;
  std::span<const LaneRect> rects_;
  std::span<const LaneMark> marks_;
  const PathLane* path_ = nullptr;  // the path of path_marks_
  std::vector<StripRun> runs_;
  std::vector<PathMark> path_marks_;
};

}  // namespace

std::unique_ptr<LaneView> make_slices_lane() {
  return std::make_unique<SlicesLane>();
}

}  // namespace lanescope

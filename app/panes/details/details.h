// The panel on the right: everything known about the selected event, one fact per line; lines about
// other events are links. While nothing is selected, what is worth selecting.
#pragma once

#include <memory>
#include <string>

#include "app/panes/pane/pane.h"
#include "core/view/details/model.h"
#include "core/view/details/text.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/layout.h"
#include "core/view/results/background.h"

namespace lanescope {

class DetailsPane {
 public:
  explicit DetailsPane(const TraceView& view) : details_(view.wake(), Urgency::Quick) {}

  void draw(const PaneFrame& frame, Rect area);
  [[nodiscard]] bool busy() const { return busy_ || scrolls_; }
  /// Scrolls to the call that launched the selected event if it is not in view, once for each
  /// event. Call in every frame that asks the user to click it.
  void show_launch() { wants_launch_ = asked_ != launch_seen_for_; }
  /// What is shown, or null if nothing is selected or known yet; for tests and for copying.
  [[nodiscard]] const DetailsText* shown() const { return shown_ ? &shown_->text : nullptr; }
  /// What the critical path says about the event; no lines if the path is not shown.
  [[nodiscard]] const DetailSection& path_section() const { return path_; }
  /// What the other run says about the event; no lines if there is none.
  [[nodiscard]] const DetailSection& partner() const { return partner_; }

 private:
  struct Key {
    std::uint64_t generation = 0;
    EventId event = EventId::None;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Details {
    DetailsModel model;
    DetailsText text;
  };

  void ask(TraceView& view);
  void note_asked(const TraceView& view, EventId event);
  void ask_for_gap(TraceView& view);
  void refresh_path(TraceView& view);
  void refresh_partner(const TraceView& view);
  float draw_unselected(const PaneFrame& frame, Rect area) const;
  float draw_content(const PaneFrame& frame, Rect area);
  void draw_section(const PaneFrame& frame, class FactColumn& column, const DetailSection& section);
  void draw_durations(const PaneFrame& frame, class FactColumn& column) const;
  [[nodiscard]] bool is_launch(const DetailLine& line) const;
  void scroll_to_launch(const TraceView& view, float view_px);

  std::shared_ptr<const Details> shown_;
  Key shown_for_;
  std::optional<GapRef> shown_gap_;  // the gap that is shown instead of an event
  EventId asked_ = EventId::None;
  std::optional<EventKey> asked_key_;  // ids change while a recording grows
  bool complete_ = true;  // the event is in view.snapshot(), not only in the newer view.drawn()
  DetailSection path_;    // what the critical path says about the event; empty if not shown
  const PathLane* path_of_ = nullptr;  // the path and the event that path_ is about
  Key path_for_;
  DetailSection partner_;                        // what the other run says about the event
  std::weak_ptr<const AlignedPair> partner_in_;  // a closed run must not stay in memory
  Key partner_for_;
  std::string unfolded_;  // title of the section whose long list is expanded
  bool busy_ = false;
  float scroll_px_ = 0;
  float content_px_ = 0;
  std::optional<ContentPart> launch_;  // of the content, in the last frame
  EventId launch_seen_for_ = EventId::None;
  bool wants_launch_ = false;
  bool scrolls_ = false;  // the next frame shows something else
  Background<Key, Details> details_;
};

}  // namespace lanescope

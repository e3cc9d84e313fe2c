#include "core/view/idle/gap_details.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/site.h"
#include "core/base/time.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/slice_stack.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string_view name_of(const Snapshot& snapshot, EventId event) {
  return snapshot.text(slice_name(snapshot, event));
}

class GapText {
 public:
  GapText(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap,
          const std::optional<TimeRange>& analyzed)
      : snapshot_(snapshot), device_(device), gap_(gap), analyzed_(analyzed) {}

  DetailsText run() {
    text_.title = "Idle gap";
    text_.subtitle = fmt::format("{} · {}", device_title(snapshot_, device_.device),
                                 idle_class_title(gap_.main));
    add_facts();
    add_classes();
    add_culprit();
    add_event("ENDED BY", gap_.kernel, "");
    add_event("LAUNCHED BY", gap_.launch, launch_words());
    add_event("QUEUE DRAINED BY", gap_.drained_by, "");
    return std::move(text_);
  }

 private:
  void add_facts() {
    text_.section("");
    text_.line("", idle_sentence(snapshot_, device_, gap_), DetailStyle::Normal);
    const Ns length_ns = gap_.range.length_ns();
    text_.time_line("Duration", format_duration(length_ns), length_ns);
    const Ns part_ns = analyzed_ns();
    if (part_ns > 0 && part_ns < length_ns)
      text_.time_line("In the analyzed part", format_duration(part_ns), part_ns);
    const Ns from_start_ns = saturating_sub(gap_.range.begin_ns, snapshot_.extent.begin_ns);
    text_.time_line("Start", format_exact_time(from_start_ns), gap_.range.begin_ns);
  }

  /// How much of it is in the analyzed range; 0 without one.
  [[nodiscard]] Ns analyzed_ns() const {
    if (!analyzed_) return 0;
    const TimeRange part{std::max(gap_.range.begin_ns, analyzed_->begin_ns),
                         std::min(gap_.range.end_ns, analyzed_->end_ns)};
    return part.empty() ? 0 : part.length_ns();
  }

  void add_classes() {
    text_.section("SPENT ON");
    for (const auto& [what, ns] : classes_of(device_, gap_)) {
      const double share =
          static_cast<double>(ns) / static_cast<double>(std::max<Ns>(1, gap_.range.length_ns()));
      std::string title(idle_class_title(what));
      if (what == IdleClass::DeviceWait && gap_.wait != DeviceWait::None)
        title += fmt::format(" ({})", device_wait_title(gap_.wait));
      text_.time_line(std::move(title),
                      fmt::format("{} · {}", format_duration(ns), format_share(share)), ns);
    }
  }

  /// Where the time was lost: the code that ran in the longest part of the main class.
  void add_culprit() {
    if (gap_.pieces == 0) return;
    const IdlePiece piece = device_.main_piece_of(gap_);
    const bool own = piece.culprit != gap_.kernel && piece.culprit != gap_.launch;
    if (own) add_event("MEANWHILE", piece.culprit, "");
    if (piece.cause != piece.culprit && piece.cause != gap_.launch)
      add_event(own ? "" : "MEANWHILE", piece.cause, "");
    if (piece.source == EventId::None) return;
    const DetailsFrame frame = parse_python_frame(name_of(snapshot_, piece.source));
    if (frame.file.empty() || frame.line <= 0) return;
    text_.section("PYTHON");
    DetailLine& place = text_.line(frame.function, source_text(name_of(snapshot_, piece.source)),
                                   DetailStyle::Frame);
    place.link = piece.source;
    place.source = {frame.file, frame.line};
  }

  /// How late the launch was.
  [[nodiscard]] std::string launch_words() const {
    const auto call = event_range(snapshot_, gap_.launch);
    if (!call) return "";
    const Ns late_ns = saturating_sub(call->begin_ns, gap_.range.begin_ns);
    return late_ns > 0 ? format_duration(late_ns) + " into the gap"
                       : format_duration(saturating_sub(0, late_ns)) + " before the gap";
  }

  void add_event(const char* section, EventId event, std::string value) {
    const std::string_view name = name_of(snapshot_, event);
    if (name.empty()) return;
    if (*section != '\0') text_.section(section);
    if (value.empty()) {
      if (const auto range = event_range(snapshot_, event))
        value = format_duration(range->length_ns());
    }
    text_.line(short_name(name), std::move(value), DetailStyle::Link, event);
  }

  const Snapshot& snapshot_;
  const IdleDevice& device_;
  const IdleGap& gap_;
  const std::optional<TimeRange>& analyzed_;
  DetailsText text_;
};

}  // namespace

DetailsText gap_details(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap,
                        const std::optional<TimeRange>& analyzed) {
  return GapText(snapshot, device, gap, analyzed).run();
}

GapEvidence gap_evidence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap) {
  GapEvidence evidence;
  evidence.sync = gap.drained_by;
  if (gap.launch != EventId::None) {
    evidence.launch = flow_arrows(snapshot, gap.kernel);
    std::erase_if(evidence.launch,
                  [](const FlowArrow& arrow) { return arrow.kind != ArrowKind::Launch; });
  }
  if (gap.pieces == 0 || index_of(gap.thread) >= snapshot.tracks.size()) return evidence;
  const TimeRange part = device.main_piece_of(gap).range;
  const Track& thread = snapshot.tracks[index_of(gap.thread)];
  const Ns middle_ns = part.begin_ns + part.length_ns() / 2;
  for (const SliceRef& open : slices_at(thread, middle_ns))
    evidence.stack.push_back(open.chunk->id_of(open.slice));
  return evidence;
}

}  // namespace lanescope

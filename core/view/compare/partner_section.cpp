#include "core/view/compare/partner_section.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/view/lanes/model.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string change_text(Ns a_ns, Ns b_ns) {
  const auto delta = static_cast<double>(saturating_sub(b_ns, a_ns));
  std::string text = signed_duration(delta);
  if (a_ns > 0) text += " · " + format_change_pct(100 * delta / static_cast<double>(a_ns));
  return text;
}

DetailLine line_of(std::string key, std::string value, DetailStyle style = DetailStyle::Normal) {
  DetailLine line;
  line.key = std::move(key);
  line.value = std::move(value);
  line.style = style;
  return line;
}

std::string_view name_in(const Snapshot& trace, EventId event) {
  const auto slice = trace.find_slice(event);
  return slice ? trace.text(slice->chunk->name[slice->slice]) : std::string_view();
}

/// Named if it is called something else than the event itself, in full if short names are equal.
DetailLine link_to(const Snapshot& there, EventId partner, std::string_view own_name) {
  const std::string_view name = name_in(there, partner);
  DetailLine line = line_of("Go to counterpart", "", DetailStyle::Link);
  line.link = partner;
  if (name == own_name) return line;
  line.key = short_name(name);
  if (line.key == short_name(own_name)) line.key = name;
  line.value = "counterpart";
  return line;
}

/// The number of the compared step that two partners are the ranges of, if the steps are not timed
/// by their ranges on the host, which then do not tell how long they take.
std::optional<std::size_t> step_not_by_host(const AlignedPair& pair, EventId in_a, EventId in_b) {
  const RunSamples &a = pair.runs.a, &b = pair.runs.b;
  if (a.timing == StepTiming::Host && b.timing == StepTiming::Host) return std::nullopt;
  for (std::size_t n = 0; n < pair.steps(); ++n) {
    if (a.samples[n].event == in_a && b.samples[n].event == in_b) return n;
  }
  return std::nullopt;
}

/// As in the strip of the steps: "19.26 ms → 7.972 ms".
void add_step_time(const AlignedPair& pair, std::size_t n, DetailSection& section) {
  const Ns a_ns = pair.runs.a.samples[n].range.length_ns();
  const Ns b_ns = pair.runs.b.samples[n].range.length_ns();
  section.lines.push_back(
      line_of("Step time, A → B", format_duration(a_ns) + " → " + format_duration(b_ns)));
  section.lines.push_back(line_of("B − A", change_text(a_ns, b_ns)));
}

}  // namespace

DetailSection partner_section(const AlignedPair& pair, RunSide side, EventId event) {
  const bool is_a = side == RunSide::A;
  const Snapshot &here = is_a ? *pair.a : *pair.b, &there = is_a ? *pair.b : *pair.a;
  const auto own = slice_place(here, event);
  if (!own) return {};
  DetailSection section;
  section.title = is_a ? "IN RUN B" : "IN RUN A";
  const EventId partner = pair.partner_in(other_side(side), event);
  const auto other = slice_place(there, partner);
  if (!other) {
    section.lines.push_back(line_of("No counterpart", "", DetailStyle::Faint));
    return section;
  }
  if (const auto step = step_not_by_host(pair, is_a ? event : partner, is_a ? partner : event)) {
    add_step_time(pair, *step, section);
  } else {
    const Ns own_ns = own->range.length_ns(), other_ns = other->range.length_ns();
    const Ns a_ns = is_a ? own_ns : other_ns, b_ns = is_a ? other_ns : own_ns;
    section.lines.push_back(line_of("Duration", format_duration(other_ns)));
    section.lines.push_back(line_of("B − A", change_text(a_ns, b_ns)));
  }
  section.lines.push_back(link_to(there, partner, name_in(here, event)));
  return section;
}

}  // namespace lanescope

#include "core/view/lanes/hover_text.h"

#include "core/base/text/utf8.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMaxNameBytes = 600;

std::string with_exact(Ns ns) {
  const std::string rounded = format_duration(ns);
  const std::string exact = format_exact_ns(ns);
  return rounded == exact ? rounded : rounded + "  (" + exact + ")";
}

struct Named {
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;
};

Named named(const Snapshot& snapshot, EventId event) {
  if (const auto slice = snapshot.find_slice(event)) {
    return {slice->chunk->name[slice->slice], slice->chunk->category[slice->slice]};
  }
  const InstantTable* instants = snapshot.instants.get();
  if (instants == nullptr || index_of(event) < index_of(instants->first_id)) return {};
  const std::uint32_t i = index_of(event) - index_of(instants->first_id);
  return i < instants->size() ? Named{instants->name[i], instants->category[i]} : Named{};
}

}  // namespace

HoverText hover_text(const Snapshot& snapshot, const LaneHit& hit) {
  HoverText text;
  const Named what = named(snapshot, hit.event);
  const std::string_view name = snapshot.text(what.name);
  const bool block = hit.count > 1;
  const bool slice = snapshot.find_slice(hit.event).has_value();
  text.role = role_of(snapshot.kind_of(what.category), classify_name(name));
  text.shade = shade_of(name);
  text.colored = slice;
  text.title = utf8_head(name, kMaxNameBytes);
  if (block) {
    text.title =
        format_count(hit.count) + (slice ? " slices" : " instants") + "; zoom in to separate";
    text.facts.emplace_back(slice ? "Longest" : "First", short_name(name));
    if (slice) text.facts.emplace_back("Busy", with_exact(hit.busy_ns));
    if (hit.range.length_ns() > 0)
      text.facts.emplace_back("Span", with_exact(hit.range.length_ns()));
  } else if (slice) {
    text.facts.emplace_back("Duration", with_exact(hit.range.length_ns()));
  }
  text.facts.emplace_back(block ? "From" : "Start",
                          format_exact_time(hit.range.begin_ns - snapshot.extent.begin_ns));
  const std::string_view category =
      snapshot.text(snapshot.categories[index_of(what.category)].name);
  if (!block && !category.empty()) text.facts.emplace_back("Category", category);
  return text;
}

}  // namespace lanescope

#include "app/workspace/memory/layout_memory.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/workspace/memory/empty_tabs.h"
#include "core/view/memory/text.h"

namespace lanescope {

namespace {

/// Moves a key to the front of a list, or removes it.
void note(std::vector<std::string>& keys, const std::string& key, bool on) {
  std::erase(keys, key);
  if (on) keys.insert(keys.begin(), key);
  if (keys.size() > Remembered::kMaxFolded) keys.resize(Remembered::kMaxFolded);
}

/// Files about memory have a tab of their own: most others are not offered there.
std::string Remembered::*tab_for(const OpenTrace& trace) {
  const auto snapshot = trace.view.session().snapshot().value;  // the view may not have it yet
  return snapshot && is_memory_file(*snapshot) ? &Remembered::memory_tab : &Remembered::tab;
}

/// Whether the tab says something about this trace only: it is empty until the user does something
/// there, or was opened because the recorded program failed.
bool only_for_this_trace(std::string_view tab) {
  return tab == "Selection" || tab == "Compare" || tab == "Diff flame" || tab == "Marks" ||
         tab == "Output";
}

void remember_tab(OpenTrace& trace, std::string& tab) {
  const std::string_view now = trace.tab_title();
  if (trace.tab == 0) {
    // The first tab may not be the user's choice, but what leave_empty_tab() left.
    const auto empty = known_empty_tabs(trace.view.insights);
    if (empty && empty->has(tab)) return;
  }
  if (!only_for_this_trace(now)) tab = now;
}

/// The prefix of keys in Remembered::folded_groups and Remembered::pinned_lanes.
std::string file_head(const OpenTrace& trace) {
  return trace.view.session().path() + '\n';
}

/// Pinned lanes of the trace come first, in their order. Older versions kept pins without a file.
void note_pinned(const OpenTrace& trace, std::vector<std::string>& pinned) {
  const std::string head = file_head(trace);
  std::vector<std::string> keys;
  for (const std::string& key : trace.view.lanes.pinned_keys()) keys.push_back(head + key);
  for (const std::string& key : pinned) {
    if (key.find('\n') != std::string::npos && !key.starts_with(head)) keys.push_back(key);
  }
  if (keys.size() > Remembered::kMaxFolded) keys.resize(Remembered::kMaxFolded);
  pinned = std::move(keys);
}

}  // namespace

void remember_layout(OpenTrace& trace, Remembered& remembered) {
  remember_tab(trace, remembered.*tab_for(trace));
  const TraceView& view = trace.view;
  const auto note_unfolded = [&](const std::string& key) {
    const bool on = !view.lanes.folded(key) && view.lanes.folded_at_first(key);
    note(remembered.unfolded_lanes, key, on);
  };
  const std::string head = file_head(trace);
  for (const LaneGroup& group : view.lanes.tree().groups) {
    const bool own_request = view.lanes.folded(group.key) && !view.lanes.folded_at_first(group.key);
    note(remembered.folded_groups, head + group.key, own_request);
    std::erase(remembered.folded_lanes, group.key);  // older versions kept groups there
    note_unfolded(group.key);
    for (const Lane& lane : group.lanes) {
      note(remembered.folded_lanes, lane.key, view.lanes.folded(lane.key));
      note_unfolded(lane.key);
    }
  }
  note_pinned(trace, remembered.pinned_lanes);
}

void restore_layout(const Remembered& remembered, OpenTrace& trace) {
  LaneTreeState& lanes = trace.view.lanes;
  for (const std::string& key : remembered.unfolded_lanes) lanes.set_folded(key, false);
  for (const std::string& key : remembered.folded_lanes) lanes.set_folded(key, true);
  const std::string head = file_head(trace);
  for (const std::string& key : remembered.folded_groups) {
    if (key.starts_with(head)) lanes.set_folded(key.substr(head.size()), true);
  }
  for (const std::string& entry : remembered.pinned_lanes) {
    if (!entry.starts_with(head)) continue;
    const std::string key = entry.substr(head.size());
    if (!lanes.pinned(key)) lanes.toggle_pinned(key);
  }
  trace.show_tab(remembered.*tab_for(trace));
}

bool leave_empty_tab(const Remembered& remembered, OpenTrace& trace) {
  const std::string_view now = trace.tab_title();
  if (trace.tab == 0 || now != remembered.*tab_for(trace)) return true;
  TraceView& view = trace.view;
  if (view.drawn() != view.session().snapshot().value) return false;  // it takes it in this frame
  if (!view.snapshot() || !view.snapshot()->complete) return true;
  auto empty = known_empty_tabs(view.insights);
  if (!empty && view.insights.busy()) return false;
  if (!empty) empty = known_empty_tabs(view.insights);  // it may have been found since
  // Without enough memory, it is never known.
  if (empty && empty->has(now)) trace.tab = 0;
  return true;
}

}  // namespace lanescope

// The parts of analyse_patterns, by what they look at.
#pragma once

#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/patterns/rows.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

struct PatternInput {
  const Snapshot& snapshot;
  const AnalysisWindow& window;
  const ReadEvent& read;
  const AnalysisResults& results;
  /// What a share of a step is of: the mean step, of a window without steps the window. In ns.
  double step_ns = 0;
};

/// By operators, ranges and frames of the host and the order in which they come.
void find_host_patterns(const PatternInput& in, PatternRows& rows);
/// By kernels and copies and the operators around their launches.
void find_gpu_patterns(const PatternInput& in, PatternRows& rows);
/// By shapes and types of products and conversions that launch kernels. False when the text of
/// these operators cannot be read, or lacks them although there are such operators.
bool find_input_patterns(const PatternInput& in, PatternRows& rows);

/// The operator before each one among those of the same parent, by EventId of a slice; None for the
/// first. Cost: a pass over the host threads; 4 bytes a slice.
std::vector<EventId> previous_siblings(const Snapshot& snapshot);

}  // namespace lanescope

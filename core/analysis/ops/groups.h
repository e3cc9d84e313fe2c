// What the operator table is grouped by, in addition to the name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/stacks.h"
#include "core/analysis/search/event_query.h"
#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class OpGroupBy : std::uint8_t {
  Name,
  Shape,
  Stack,
  Module,
  Type,    // input types
  Thread,  // the thread it ran on
  Phase,   // forward, backward, optimizer or data loading
  Step,    // the step it started in
};
inline constexpr std::size_t kOpGroupings = 8;

/// "name", "shape", "stack", "module", "dtype", "thread", "phase", "step": as on the command line
/// and in JSON.
std::string_view op_group_by_name(OpGroupBy by);
std::optional<OpGroupBy> op_group_by_of(std::string_view name);

/// The group of each operator call. Calls with the same name and group share a row. Group 0 means
/// unknown.
struct OpGroups {
  OpGroupBy by = OpGroupBy::Name;
  std::vector<std::uint32_t> of_event;  // by EventId of a slice; empty if all are in group 0
  std::size_t count = 1;                // 1 if unknown for all operators
  std::vector<std::string> texts;       // by group; not used for stacks and modules
  HostStacks stacks;                    // only the nodes
  std::vector<std::uint32_t> node;      // by group: index of a node of `stacks`
  /// By site of the graphs, then by operator of a capture trace; only for stacks and modules.
  std::vector<std::vector<std::uint32_t>> of_site;

  [[nodiscard]] std::uint32_t of(EventId op) const {
    return of_event.empty() ? 0 : of_event[index_of(op)];
  }
  /// The group of an operator of a capture trace, by site and number in it. Of such an operator,
  /// inputs, stack and modules are known; other groupings have it in group 0.
  [[nodiscard]] std::uint32_t of_captured(const GraphOrigins& graphs, std::uint32_t site,
                                          std::size_t op) const;
  /// The label of a group; empty for group 0. For shapes, one line: "[[64, 256], [256]]". For
  /// stacks, the frames, innermost first. For modules, the modules, outermost first. Otherwise one
  /// line.
  [[nodiscard]] std::vector<std::string> lines(const Snapshot& snapshot, std::uint32_t group) const;
};

/// Pure; complete snapshots only; do not call it on the UI thread. Cost: none by name; by shape and
/// type, the text of every operator is read and parsed, a few microseconds each; otherwise a few
/// passes over the host threads, and ForwardTwins. Without `read`, shapes and types are unknown.
/// `graphs`, if not null, are those whose operators get groups too. After a stop, the result is
/// incomplete.
OpGroups group_ops(const Snapshot& snapshot, OpGroupBy by, const ReadEvent& read = {},
                   const std::stop_token& stop = {}, const GraphOrigins* graphs = nullptr);

/// By slice: 1 for operators that are the only child of an operator with the same name. torch and
/// TensorBoard count the two as one call, with the shapes and stack of the outer one.
std::vector<std::uint8_t> merged_calls(const Snapshot& snapshot, const TrackChunk& chunk);

/// The shapes in an operator's arguments, named "Input dims" until torch 1.10; nullptr if missing.
const JsonValue* input_shapes(const JsonValue& args);
/// What it looks at, for read_arguments().
inline constexpr std::array<std::string_view, 2> kInputShapes = {"Input Dims", "Input dims"};

/// Formats input shapes as Python does: "[[2, 3], [], [3]]".
std::string shapes_text(const JsonValue& shapes);

enum class Phase : std::uint8_t {
  Forward,  // everything else
  Backward,
  Optimizer,
  DataLoading,
};
std::string_view phase_title(Phase phase);

/// By EventId of a slice. The backward pass is what autograd's engine calls, or has a forward twin;
/// the optimizer and data loading are recognized by PyTorch's annotations. Cost: a pass over the
/// host threads and the flows.
std::vector<Phase> op_phases(const Snapshot& snapshot);

}  // namespace lanescope

// What rows of the operator table are grouped by besides the name.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

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
  Thread,  // it ran on
  Phase,   // forward, backward, optimizer or data loading
  Step,    // it started in
};
inline constexpr std::size_t kOpGroupings = 8;

/// "name", "shape", "stack", "module", "dtype", "thread", "phase", "step": as in the text face.
std::string_view op_group_by_name(OpGroupBy by);
std::optional<OpGroupBy> op_group_by_of(std::string_view name);

/// A group for each operator call. Calls of one name in one group share a row; group 0 is "the
/// trace does not say".
struct OpGroups {
  OpGroupBy by = OpGroupBy::Name;
  std::vector<std::uint32_t> of_event;  // by EventId of a slice; empty: all in group 0
  std::size_t count = 1;                // 1: the trace says it of no operator
  std::vector<std::string> texts;       // by group, but for stacks and modules
  HostStacks stacks;                    // the nodes only
  std::vector<std::uint32_t> node;      // by group, into the stacks' nodes

  [[nodiscard]] std::uint32_t of(EventId op) const {
    return of_event.empty() ? 0 : of_event[index_of(op)];
  }
  /// What a group is called, nothing for group 0. By shape: one line, "[[64, 256], [256]]". By
  /// stack: the frames, innermost first. By module: the modules, outermost first. Else one line.
  [[nodiscard]] std::vector<std::string> lines(const Snapshot& snapshot, std::uint32_t group) const;
};

/// Pure; complete snapshots only; not for the thread that draws. Cost: by name nothing; by shape
/// and by type the text of every operator is read and parsed, some microseconds each; else a few
/// passes over the host threads, and ForwardTwins. Without `read` there are no shapes and types. A
/// stop gives an answer that is not whole.
OpGroups group_ops(const Snapshot& snapshot, OpGroupBy by, const ReadEvent& read = {},
                   const std::stop_token& stop = {});

/// By slice: operators that are the only one right inside another of their name. torch and
/// TensorBoard take the two for one call, with the outer one's shapes and stack.
std::vector<bool> merged_calls(const Snapshot& snapshot, const TrackChunk& chunk);

/// The shapes among an operator's arguments, called "Input dims" until torch 1.10; nullptr where
/// the trace does not say.
const JsonValue* input_shapes(const JsonValue& args);

/// Input shapes as Python writes them: "[[2, 3], [], [3]]".
std::string shapes_text(const JsonValue& shapes);

}  // namespace lanescope

// What a trace of the capture phase tells about a node of a CUDA graph. It is added to the
// arguments of the work when the trace is loaded, so that everything that reads them gets it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How a node was found to be from its launch.
enum class GraphMatch : std::uint8_t {
  Position,         // of the launch within the capture, see GraphOriginSource::Capture
  SameSequence,     // see GraphOriginSource::SameSequence
  NodeId,           // in a capture trace
  CapturePosition,  // in a capture trace: by graph and position, or by the sequence of names
  RecordedNode,     // see GraphOriginSource::RecordedNode
};
constexpr bool is_of_capture_trace(GraphMatch match) {
  return match == GraphMatch::NodeId || match == GraphMatch::CapturePosition;
}

/// The argument that holds it.
inline constexpr std::string_view kCapturedAs = "Captured as";

struct CapturedOp {
  std::string name;
  JsonValue dims, types;  // null if unknown
  JsonValue inputs;       // of those that are no tensors, such as a stride; null if unknown
  /// Tells apart calls of the operator: launches of one call have the same. -1: unknown.
  std::int64_t call = -1;
  /// How many of the launch's frames and modules are inside it, as of an operator that calls
  /// Python.
  std::uint32_t frames_inside = 0, modules_inside = 0;
};
struct CapturedLaunch {
  std::string file;  // the capture trace
  GraphMatch match = GraphMatch::CapturePosition;
  bool certain = false;
  std::string call;                  // "cudaLaunchKernel"
  std::vector<CapturedOp> ops;       // innermost first
  std::vector<std::string> modules;  // outermost first: "nn.Module: Linear_0"
  std::vector<std::string> frames;   // of Python, innermost first: "model.py(12): forward"
  /// Tells apart calls of the outermost operator: launches of one call have the same. -1: none.
  std::int64_t outermost_call = -1;
};
JsonValue to_json(const CapturedLaunch& captured);
/// From the "args" of a piece of work; nullopt if they do not tell.
std::optional<CapturedLaunch> captured_launch(const JsonValue& args);

/// The capture trace that a trace was loaded with.
struct CaptureTraceUse {
  std::string file;
  std::int64_t replays = 0;  // of CUDA graphs in the trace
  std::int64_t joined = 0;   // of them: captured in the file
};
/// From the metadata; nullopt if there was none.
std::optional<CaptureTraceUse> capture_trace_use(const Snapshot& trace);
/// "capture.json, 12 of 12 replays"
std::string to_text(const CaptureTraceUse& use);

}  // namespace lanescope

// What torch.compile and CUDA graphs did: compiled regions, graph breaks, recompiles, guard checks,
// kernels by origin, and graph launches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class CompiledPart : std::uint8_t {
  None,
  Region,    // "Torch-Compiled Region: 0/0"
  Function,  // "CompiledFunction", "CompiledFunctionBackward"
  FxGraph,   // "## Call CompiledFxGraph … ##"
  Guards,    // "TorchDynamo Cache Lookup"
  Bytecode,  // "Pregraph bytecode"
  Prologue,  // "AOTDispatcher Runtime Wrapper Prologue"
};
/// "region", "guards": as in JSON.
std::string_view compiled_part_name(CompiledPart part);

/// Whether any text of the trace names a part of compiled code. Cost: a pass over the distinct
/// texts.
bool names_compiled_code(const Snapshot& trace);

/// All events with one name.
struct CompiledRow {
  CompiledPart part = CompiledPart::None;
  StringId name = StringId::Empty;
  std::uint64_t count = 0;
  Ns total_ns = 0, median_ns = 0, max_ns = 0;
  std::uint64_t kernels = 0;  // launched inside, on the same thread
  Ns gpu_ns = 0;              // of these kernels
  EventId longest = EventId::None;
};

/// A compiled region inside another: the outer function could not be compiled as one graph.
struct GraphBreak {
  StringId outer = StringId::Empty, inner = StringId::Empty;
  std::uint64_t count = 0;
  EventId first = EventId::None;   // the inner one
  EventId source = EventId::None;  // the Python frame around the outer one
};

enum class RecompileSign : std::uint8_t {
  NewId,      // a known frame gets a new id after warm-up
  LongRegion  // a region takes much longer than its median and launches nothing
};
struct Recompile {
  RecompileSign sign = RecompileSign::NewId;
  EventId event = EventId::None;
};

/// Where a kernel comes from.
enum class KernelOrigin : std::uint8_t { Inductor, UserTriton, Library };
inline constexpr std::size_t kKernelOrigins = 3;

struct OriginCount {
  std::uint64_t kernels = 0;
  Ns gpu_ns = 0;
};

struct GraphReplays {
  std::uint64_t launches = 0;        // graph launch calls
  std::uint64_t events = 0;          // GPU events launched by them
  Ns gpu_ns = 0;                     // of these events
  Ns idle_ns = 0;                    // between the first start and last end of each launch's events
  std::uint64_t without_events = 0;  // further launch calls, whose GPU events are not in the trace
};

struct CompileTable {
  std::vector<CompiledRow> rows;      // by part, then time
  std::vector<GraphBreak> breaks;     // by count
  std::vector<Recompile> recompiles;  // by time
  bool steps_known = false;           // false: RecompileSign::NewId cannot be detected
  std::size_t steps = 0;              // in the window
  std::uint64_t fx_graphs = 0;        // distinct compiled graphs
  OriginCount compiled, eager;        // kernels launched inside and outside compiled code
  std::array<OriginCount, kKernelOrigins> origins;  // by KernelOrigin
  GraphReplays graphs;
};

/// Considers events and kernels as far as counted_part counts them; of a chosen range, kernels that
/// run in it belong to the code that launched them, even before the range. Communication, copies
/// and fills are excluded, except in graphs. Pure; complete snapshots only. Cost: a pass over the
/// host threads and the GPU events, n log n for the kernels, and count_warm_up_steps.
CompileTable analyse_compile(const AnalysisResults& in);

}  // namespace lanescope

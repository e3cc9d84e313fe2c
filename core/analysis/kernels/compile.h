// Did torch.compile cut the number of kernels; does it break, recompile, or check guards for long;
// are CUDA graphs used?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class CompiledPart : std::uint8_t {
  None,
  Region,    // "Torch-Compiled Region: 0/0"
  Function,  // "CompiledFunction", "CompiledFunctionBackward"
  FxGraph,   // "## Call CompiledFxGraph … ##"
  Guards,    // "TorchDynamo Cache Lookup"
  Bytecode,  // "Pregraph bytecode"
  Prologue,  // "AOTDispatcher Runtime Wrapper Prologue"
};
/// "region", "guards": as in the text face.
std::string_view compiled_part_name(CompiledPart part);

/// All events of one name.
struct CompiledRow {
  CompiledPart part = CompiledPart::None;
  StringId name = StringId::Empty;
  std::uint64_t count = 0;
  Ns total_ns = 0, median_ns = 0, max_ns = 0;
  std::uint64_t kernels = 0;  // launched inside, on the same thread
  Ns gpu_ns = 0;              // theirs
  EventId longest = EventId::None;
};

/// A compiled region that begins inside another: the function in between could not be compiled as
/// one.
struct GraphBreak {
  StringId outer = StringId::Empty, inner = StringId::Empty;
  std::uint64_t count = 0;
  EventId first = EventId::None;   // the inner one
  EventId source = EventId::None;  // the Python frame around the outer one
};

enum class RecompileSign : std::uint8_t {
  NewId,      // a frame gets another number after the warm-up
  LongRegion  // a region takes far longer than usual and launches nothing
};
struct Recompile {
  RecompileSign sign = RecompileSign::NewId;
  EventId event = EventId::None;
};

/// Who wrote a kernel.
enum class KernelOrigin : std::uint8_t { Inductor, UserTriton, Library };
inline constexpr std::size_t kKernelOrigins = 3;

struct OriginCount {
  std::uint64_t kernels = 0;
  Ns gpu_ns = 0;
};

struct GraphReplays {
  std::uint64_t launches = 0;  // calls that start a graph
  std::uint64_t events = 0;    // GPU events that they started
  Ns gpu_ns = 0;               // theirs
  Ns idle_ns = 0;              // between their own first start and last end, call by call
};

struct CompileTable {
  std::vector<CompiledRow> rows;      // by part, then time
  std::vector<GraphBreak> breaks;     // by count
  std::vector<Recompile> recompiles;  // by time
  bool steps_known = false;           // else new ids after the warm-up cannot be told
  std::size_t steps = 0;              // of the window
  std::uint64_t fx_graphs = 0;        // distinct compiled graphs
  OriginCount compiled, eager;        // kernels launched inside compiled code, and elsewhere
  std::array<OriginCount, kKernelOrigins> origins;  // by KernelOrigin
  GraphReplays graphs;
};

/// Events and kernels that start in the window; kernels that communicate, copies and fills are left
/// out, but of graphs. Pure; complete snapshots only. Cost: a pass over the host threads and the
/// GPU events, n log n of the kernels, count_warm_up_steps.
CompileTable analyse_compile(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope

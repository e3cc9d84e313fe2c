// RankSummary: what is kept of one rank's trace when the trace itself stays where it is. A few
// hundred KB stand for it wherever ranks are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/findings/findings.h"
#include "core/analysis/results.h"
#include "core/ranks/rank_collectives.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/rank_times.h"
#include "core/ranks/ranks.h"
#include "core/ranks/summary/activity_outline.h"
#include "core/ranks/summary/op_shapes.h"
#include "core/ranks/summary/step_facts.h"

namespace lanescope {

/// The file that a summary was made from.
struct SummarySource {
  std::string file;    // absolute path
  std::string format;  // as in TraceInfo
  std::uint64_t bytes = 0;
  /// See file_digest: of the whole file if it is small, otherwise of samples spread over it. It
  /// tells another or a longer file from this one; it is no protection against forgery. Empty if
  /// the trace was not read from a regular file.
  std::string digest;
};
/// Cost: reads at most 64 KiB.
SummarySource summary_source(const std::string& path);

struct SummaryFinding {
  std::string id, title, evidence;  // the first evidence
  std::string place;                // empty: no particular place
  double low_pct = 0, high_pct = 0, expected_pct = 0;
  bool at_least = false, informational = false;
  SeverityOf severity_of = SeverityOf::Step;
  Confidence confidence = Confidence::Medium;
};

struct SummaryKernel {
  std::string name;
  GpuClass gpu_class = GpuClass::Compute;
  bool tensor_core = false;
  std::uint64_t count = 0;
  Ns total_ns = 0, min_ns = 0, max_ns = 0;
  double median_ns = 0;
};

struct SummaryOp {
  std::string name;
  bool annotation = false;
  std::uint64_t count = 0;
  Ns self_cpu_ns = 0, total_cpu_ns = 0, self_device_ns = 0, total_device_ns = 0;
};

struct SummaryMemory {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  std::int64_t peak_allocated = 0, peak_reserved = 0;  // bytes, in the entire trace
};

/// What is wrong with the file of a trace that was not read to its end.
enum class TraceFault : std::uint8_t {
  None,
  Truncated,
  Damaged,  // parts inside it cannot be read
  Either,   // one of both: summaries of earlier versions do not tell which
};

/// Of how many operators and kernels a summary has a row.
inline constexpr std::size_t kMostSummaryRows = 50;

struct RankSummary {
  SummarySource source;
  std::string failure;  // why the trace could not be read; then all else is what its name says
  RankClaim claim;      // which rank it is
  std::vector<DeviceInfo> devices;
  /// What the trace says about versions, host and recording: short members of its metadata, and of
  /// distributedInfo.
  std::vector<std::pair<std::string, std::string>> metadata;
  std::optional<Ns> base_ns;  // added to all times to get the host's clock; nullopt: not known

  /// What tables, findings and `times` are about; steps and collectives are those of all the trace.
  WindowKind window = WindowKind::Whole;
  TimeRange window_range;
  std::size_t window_steps = 0, warm_up_steps = 0;

  std::vector<StepFacts> steps;
  RankCollectives collectives;  // with the ids of events in the trace
  RankTimes times;
  ActivityOutline activity;

  std::vector<SummaryFinding> findings;  // the most important first
  std::vector<SummaryKernel> kernels;    // the longest first
  Ns gpu_ns = 0;                         // the base for their shares
  std::vector<SummaryOp> ops;            // in order of time on the GPU, then on the CPU
  std::vector<SummaryMemory> memory;
  /// Of the operators in `ops`. Empty if the trace has no shapes, and in files of earlier versions.
  std::vector<SummaryShape> shapes;
  LoadReport report;
  bool tells_damage = true;  // report.damaged is known; not in files of earlier versions
};

TraceFault fault_of(const RankSummary& summary);
/// "truncated", "damaged", "truncated or damaged": what a trace is; empty: whole.
std::string_view fault_text(TraceFault fault);

/// What is read of a summary's file.
enum class SummaryParts : std::uint8_t {
  All,
  Collectives,  // with identity, steps and load report; no activity and no tables, which are most
};

/// The window of `in` should be the usual one. Complete snapshots only. Cost: the findings, and
/// with them most analyses.
RankSummary summarize_rank(const AnalysisResults& in, SummarySource source);

/// For a file that could not be read, so that its rank is not missing.
RankSummary unreadable_rank(SummarySource source, std::string why);

/// Stands where RunFacts of a trace do: the same collectives and times, and activity that is the
/// same between any two ends of collectives or steps. Cost: linear.
RunFacts facts_of(const RankSummary& summary);

}  // namespace lanescope

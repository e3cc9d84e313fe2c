// The arguments of what GPUs did.
#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/readers/nsys/argument_values.h"
#include "core/readers/nsys/arguments.h"
#include "core/readers/nsys/names.h"

namespace lanescope {
namespace {

using namespace nsys;

/// What GPU work begins with.
enum WorkColumn : int { kPid, kDevice, kContext, kStream, kCorrelation, kStart, kEnd, kOwn };

/// Two decimals, as in torch.profiler traces.
JsonValue decimal(double value) {
  return JsonValue{JsonDecimal{fmt::format("{:.2f}", value)}};
}

/// Of three columns.
JsonValue three(SqliteRows& rows, int column) {
  JsonArray sides;
  for (int i = 0; i < 3; ++i) sides.push_back(JsonValue{rows.integer_or(column + i, 0)});
  return JsonValue{std::move(sides)};
}

/// No more than fits in 31 bits.
std::uint64_t at_least_0(SqliteRows& rows, int column) {
  return static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(rows.integer_or(column, 0), 0, INT32_MAX));
}

double volume(SqliteRows& rows, int column) {
  double product = 1;
  for (int i = 0; i < 3; ++i) product *= static_cast<double>(rows.integer_or(column + i, 0));
  return product;
}

void add_bytes(SqliteRows& rows, JsonObject& args) {
  const auto bytes = rows.integer(kOwn), start_ns = rows.integer(kStart),
             end_ns = rows.integer(kEnd);
  add_number(args, "bytes", bytes);
  if (!bytes || !start_ns || !end_ns || *end_ns <= *start_ns) return;
  const auto ns = static_cast<double>(saturating_sub(*end_ns, *start_ns));
  args.emplace_back("memory bandwidth (GB/s)", decimal(static_cast<double>(*bytes) / ns));
}

}  // namespace

void NsysArguments::read_gpus() {
  SqliteRows rows(database_, "TARGET_INFO_GPU",
                  {"id", "cuDevice", "computeMajor", "computeMinor", "smCount", "threadsPerWarp",
                   "maxWarpsPerSm", "maxBlocksPerSm", "maxShmemPerSm", "maxRegistersPerSm"});
  while (rows.next()) {
    const auto id = gpus_.empty() && rows.integer(1) ? rows.integer(1) : rows.integer(0);
    if (!id) continue;
    SmLimits& limits = limits_[*id];
    const auto small = [&](int column) {
      return static_cast<std::uint32_t>(at_least_0(rows, column));
    };
    limits.major = small(2);
    limits.minor = small(3);
    limits.sms = small(4);
    limits.warp_threads = small(5);
    limits.warps_per_sm = small(6);
    limits.blocks_per_sm = small(7);
    limits.shared_per_sm = small(8);
    limits.registers_per_sm = small(9);
  }
}

std::int64_t NsysArguments::gpu_of(SqliteRows& rows) const {
  const std::int64_t device = rows.integer_or(kDevice, 0);
  constexpr std::uint64_t kOwnNumber = 0xFFFFFF;
  const auto pid = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(process_of(rows.integer_or(kPid, 0))) & kOwnNumber);
  const auto at = gpus_.find({pid, device});
  return at == gpus_.end() ? device : at->second;
}

void NsysArguments::add_place(SqliteRows& rows, JsonObject& args) const {
  add_number(args, "device", gpu_of(rows));
  add_number(args, "context", rows.integer(kContext));
  add_number(args, "stream", rows.integer(kStream));
  add_number(args, "correlation", rows.integer(kCorrelation));
}

void NsysArguments::add_kernel(SqliteRows& rows, JsonObject& args) {
  constexpr int kGrid = kOwn + 3, kBlock = kOwn + 6, kCluster = kOwn + 9, kGraph = kOwn + 12;
  add_place(rows, args);
  add_nonzero(args, "graph id", rows.integer(kGraph));
  add_node(rows, kGraph + 1, args);
  add_number(args, "registers per thread", rows.integer(kOwn));
  add_number(args, "shared memory",
             saturating_add(rows.integer_or(kOwn + 1, 0), rows.integer_or(kOwn + 2, 0)));
  add_load(rows, gpu_of(rows), args);
  args.emplace_back("grid", three(rows, kGrid));
  args.emplace_back("block", three(rows, kBlock));
  if (volume(rows, kCluster) > 1) args.emplace_back("cluster", three(rows, kCluster));
  add_nonzero(args, "static shared memory", rows.integer(kOwn + 1));
  add_nonzero(args, "dynamic shared memory", rows.integer(kOwn + 2));
  add_nonzero(args, "local memory per thread", rows.integer(kGraph + 2));
  add_nonzero(args, "shared memory executed", rows.integer(kGraph + 3));
  add_text(args, "short name", strings_.text(rows, kGraph + 4));
}

/// A node's number, and when and on which thread it was created if the export says so.
void NsysArguments::add_node(SqliteRows& rows, int column, JsonObject& args) {
  const std::int64_t node = rows.integer_or(column, 0);
  if (node == 0) return;
  add_number(args, "graph node id", node);
  if (!nodes_) nodes_.emplace(database_);
  const auto creation = nodes_->creation(process_of(rows.integer_or(kPid, 0)), node);
  if (!creation) return;
  add_number(args, "graph node thread", thread_of(creation->thread));
  add_number(args, "graph node created (ns)", creation->time_ns);
}

/// Blocks and warps per SM, of the entire grid and all SMs as in torch.profiler, and the estimated
/// occupancy.
void NsysArguments::add_load(SqliteRows& rows, std::int64_t gpu, JsonObject& args) {
  const auto at = limits_.find(gpu);
  if (at == limits_.end() || at->second.sms == 0) return;
  const SmLimits& limits = at->second;
  const double blocks = volume(rows, kOwn + 3), threads = volume(rows, kOwn + 6);
  args.emplace_back("blocks per SM", decimal(blocks / limits.sms));
  if (limits.warp_threads != 0)
    args.emplace_back("warps per SM", decimal(blocks / limits.sms * threads / limits.warp_threads));
  const auto shared = at_least_0(rows, kOwn + 1) + at_least_0(rows, kOwn + 2);
  if (const auto share =
          estimated_occupancy(limits, {blocks, threads, shared, at_least_0(rows, kOwn)})) {
    constexpr double kHalf = 0.5;
    args.emplace_back("est. achieved occupancy %",
                      JsonValue{static_cast<std::int64_t>(*share * 100 + kHalf)});
  }
}

void NsysArguments::add_copy(SqliteRows& rows, JsonObject& args) {
  add_place(rows, args);
  add_node(rows, kOwn + 1, args);
  add_bytes(rows, args);
  add_number(args, "from device", rows.integer(kOwn + 2));
  add_number(args, "to device", rows.integer(kOwn + 3));
  if (rows.integer_or(kOwn + 4, 1) > 1) add_number(args, "copies", rows.integer(kOwn + 4));
}

void NsysArguments::add_fill(SqliteRows& rows, JsonObject& args) {
  add_place(rows, args);
  add_node(rows, kOwn + 1, args);
  add_bytes(rows, args);
  add_number(args, "value", rows.integer(kOwn + 2));
}

void NsysArguments::add_graph(SqliteRows& rows, JsonObject& args) {
  add_place(rows, args);
  add_number(args, "graph id", rows.integer(kOwn));
  add_number(args, "graph exec id", rows.integer(kOwn + 1));
}

void NsysArguments::add_sync(SqliteRows& rows, JsonObject& args) {
  constexpr std::int64_t kNone = 0xFFFFFFFF;
  const std::int64_t stream = rows.integer_or(kStream, kNone);
  const std::int64_t event = rows.integer_or(kOwn + 1, kNone);
  args.emplace_back("cuda_sync_kind", text(nsys_sync_name(rows.integer(kOwn))));
  add_number(args, "context", rows.integer(kContext));
  add_number(args, "correlation", rows.integer(kCorrelation));
  add_number(args, "stream", stream == kNone ? -1 : stream);
  if (event != kNone) add_number(args, "wait_on_cuda_event_id", event);
  if (event != kNone) add_nonzero(args, "event sync id", rows.integer(kOwn + 2));
}

void NsysArguments::add_cuda_event(SqliteRows& rows, JsonObject& args) {
  add_place(rows, args);
  add_number(args, "event", rows.integer(kOwn));
  add_nonzero(args, "event sync id", rows.integer(kOwn + 1));
}

}  // namespace lanescope

#include "tests/core/ranks/fleet/made_summary_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lanescope {
namespace {

using Kind = MadeEvent::Kind;

enum MadeGroup : std::uint32_t { kTensorGroup, kDataGroup, kFirstMessageGroup };
enum MadeName : std::uint32_t { kNoName, kMatmul, kAttention, kOptimizer, kLoaderName, kCollect };
constexpr std::int64_t kTensorBytes = 32 << 20, kMessageBytes = 16 << 20, kGradientBytes = 64 << 20;
constexpr std::int64_t kPeakBytes = std::int64_t{61} << 30;
constexpr double kMatmulShare = 0.7;
/// Sequence numbers go on from a run's begin, long before its trace.
constexpr std::int64_t kFirstSequence = 4000;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Send:
      return "send";
    case Kind::Receive:
      return "recv";
    case Kind::GradientReduce:
      return "_reduce_scatter_base";
    case Kind::ParameterGather:
      return "_allgather_base";
    default:
      return "allreduce";
  }
}

std::int64_t bytes_of(Kind kind) {
  const bool is_message = kind == Kind::Send || kind == Kind::Receive;
  return is_message ? kMessageBytes : kind == Kind::TensorReduce ? kTensorBytes : kGradientBytes;
}

std::uint32_t kind_number(std::vector<std::string>& kinds, const std::string& kind) {
  const auto at = std::ranges::find(kinds, kind);
  if (at != kinds.end()) return static_cast<std::uint32_t>(at - kinds.begin());
  kinds.push_back(kind);
  return static_cast<std::uint32_t>(kinds.size() - 1);
}

}  // namespace

MadeSummaryWriter::MadeSummaryWriter(const MadeFleet& fleet, int rank)
    : fleet_(fleet), plan_(fleet.plan()), rank_(rank) {
  constexpr Ns kBaseUnit = 1'000'000'000;
  base_ns_ = fleet.host_ns(rank, 0) / kBaseUnit * kBaseUnit;
  activity_.names = {"",
                     "aten::mm",
                     "aten::_scaled_dot_product_flash_attention",
                     "Optimizer.step#AdamW.step",
                     "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                     "gc.py(12): collect"};
  activity_.devices.emplace_back();
  activity_.devices[0].device = rank % plan_.tensor;
  identify();
}

void MadeSummaryWriter::identify() {
  const std::string host = plan_.host_of(rank_);
  out_.source.file = fmt::format("/traces/{}_{}.{}.pt.trace.json.gz", host, 4000 + rank_,
                                 fleet_.host_ns(rank_, 0));
  out_.source.format = "kineto-json";
  out_.source.bytes = 400'000'000;
  out_.claim = {out_.source.file, rank_, plan_.ranks(), RankSource::DistributedInfo, "nccl"};
  out_.devices = {{rank_ % plan_.tensor, "NVIDIA H100 80GB HBM3"}};
  out_.base_ns = base_ns_;
  out_.window = WindowKind::Steps;
  out_.collectives.rank = rank_;
  out_.collectives.base_ns = base_ns_;
  out_.collectives.arguments_read = true;
  const int stage = rank_ / (plan_.tensor * plan_.data), member = rank_ % plan_.tensor;
  const int replica = rank_ / plan_.tensor % plan_.data;
  std::vector<int> tensor, data;
  for (int i = 0; i < plan_.tensor; ++i) tensor.push_back(plan_.rank_of(stage, replica, i));
  for (int i = 0; i < plan_.data; ++i) data.push_back(plan_.rank_of(stage, i, member));
  const int first_data = 1 + plan_.pipeline * plan_.data;
  add_group(fmt::format("{} · TENSOR_MODEL_PARALLEL_GROUP", 1 + stage * plan_.data + replica),
            tensor, false);
  add_group(fmt::format("{} · DATA_PARALLEL_GROUP", first_data + stage * plan_.tensor + member),
            data, false);
}

std::uint32_t MadeSummaryWriter::add_group(const std::string& name, const std::vector<int>& ranks,
                                           bool counted) {
  CollectiveGroup group;
  group.name = name;
  group.ranks = ranks_text(ranks);
  group.has_sequence = plan_.sequences && !counted;
  out_.collectives.groups.push_back(group);
  counted_.push_back(group.has_sequence ? kFirstSequence : 0);
  return static_cast<std::uint32_t>(counted_.size() - 1);
}

std::string MadeSummaryWriter::ranks_text(const std::vector<int>& ranks) const {
  return fmt::format("[{}]", fmt::join(ranks, ", "));
}

std::uint32_t MadeSummaryWriter::message_group(int from, int to) {
  const auto at = std::ranges::find(message_pairs_, std::pair(from, to));
  if (at != message_pairs_.end())
    return kFirstMessageGroup + static_cast<std::uint32_t>(at - message_pairs_.begin());
  message_pairs_.emplace_back(from, to);
  std::vector<int> pipeline;
  for (int stage = 0; stage < plan_.pipeline; ++stage)
    pipeline.push_back(plan_.rank_of(stage, 0, 0) + rank_ % (plan_.tensor * plan_.data));
  return add_group(fmt::format("{} · PIPELINE_MODEL_PARALLEL_GROUP · message {} to {}",
                               9000 + rank_ % (plan_.tensor * plan_.data), from, to),
                   pipeline, true);
}

TimeRange MadeSummaryWriter::own(double begin_ns, double end_ns) const {
  return {fleet_.host_ns(rank_, static_cast<Ns>(begin_ns)) - base_ns_,
          fleet_.host_ns(rank_, static_cast<Ns>(end_ns)) - base_ns_};
}

void MadeSummaryWriter::add_step(int step, double begin_ns, std::vector<MadeEvent> events,
                                 const MadeFleet::StepEnd& end) {
  events.push_back({Kind::GradientReduce, end.first.begin_ns, end.first.end_ns});
  events.push_back({Kind::Compute, end.first.end_ns, end.second.begin_ns});
  events.push_back({Kind::ParameterGather, end.second.begin_ns, end.second.end_ns});
  std::ranges::stable_sort(events, {}, &MadeEvent::begin_ns);
  const std::string name = fmt::format("ProfilerStep#{}", 100 + step);
  const TimeRange range = own(begin_ns, end.end_ns);
  step_ = out_.collectives.steps.size();
  out_.collectives.steps.push_back({name, range.length_ns()});
  step_ranges_.push_back(range);
  StepFacts& facts = out_.steps.emplace_back();
  facts.name = name;
  facts.range = range;
  facts.devices = 1;
  facts.peak_bytes = kPeakBytes;
  for (const MadeEvent& event : events) add_event(event);
}

void MadeSummaryWriter::add_event(const MadeEvent& event) {
  const TimeRange range = own(event.begin_ns, event.end_ns);
  StepFacts& facts = out_.steps.back();
  DeviceActivity& device = activity_.devices[0];
  const auto idle = [&](IdleClass what, std::uint32_t name) {
    facts.idle_ns[static_cast<std::size_t>(what)] += range.length_ns();
    device.idle.push_back({range, what, EventId{++events_}, name});
  };
  switch (event.kind) {
    case Kind::Compute:
      return add_work(range);
    case Kind::Loader:
      return idle(IdleClass::DataLoading, kLoaderName);
    case Kind::Collection:
      return idle(IdleClass::Python, kCollect);
    case Kind::Launch:
      return idle(IdleClass::LaunchLatency, kMatmul);
    default:
      add_collective(event, range);
  }
}

void MadeSummaryWriter::add_work(const TimeRange& range) {
  DeviceActivity& device = activity_.devices[0];
  out_.steps.back().compute_ns += range.length_ns();
  device.compute.push_back(range);
  const Ns middle_ns =
      range.begin_ns + static_cast<Ns>(kMatmulShare * static_cast<double>(range.length_ns()));
  device.kernels.push_back({{range.begin_ns, middle_ns}, EventId{++events_}, kMatmul, kMatmul, 6});
  device.kernels.push_back(
      {{middle_ns, range.end_ns}, EventId{++events_}, kAttention, kAttention, 2});
}

void MadeSummaryWriter::add_collective(const MadeEvent& event, const TimeRange& range) {
  RankCollective one;
  one.event = EventId{++events_};
  one.range = range;
  one.device = rank_ % plan_.tensor;
  one.step = step_;
  one.bytes = bytes_of(event.kind);
  one.kind = kind_number(out_.collectives.kinds, name_of(event.kind));
  one.bus_factor = 1;
  switch (event.kind) {
    case Kind::Send:
      one.group = message_group(rank_, event.peer);
      break;
    case Kind::Receive:
      one.group = message_group(event.peer, rank_);
      break;
    case Kind::TensorReduce:
      one.group = kTensorGroup;
      break;
    default:
      one.group = kDataGroup;
  }
  one.index = counted_[one.group]++;
  out_.collectives.collectives.push_back(one);
  if (event.kind == Kind::Send) return;  // beside what the rank does
  out_.steps.back().exposed_comm_ns += range.length_ns();
  activity_.devices[0].exposed_comm.push_back(range);
}

RankSummary MadeSummaryWriter::take() {
  std::ranges::stable_sort(out_.collectives.collectives, {},
                           [](const RankCollective& one) { return one.range.begin_ns; });
  out_.collectives.extent = {step_ranges_.front().begin_ns, step_ranges_.back().end_ns};
  out_.window_range = out_.collectives.extent;
  out_.window_steps = out_.steps.size();
  out_.claim.unix_time = TimeRange{out_.collectives.extent.begin_ns + base_ns_,
                                   out_.collectives.extent.end_ns + base_ns_};
  out_.times.rank = rank_;
  out_.times.has_gpu = true;
  for (const StepFacts& step : out_.steps) {
    const auto add = [&](RankTime time, Ns ns) {
      out_.times.ns[static_cast<std::size_t>(time)] += ns;
    };
    add(RankTime::Span, step.range.length_ns());
    add(RankTime::Idle, step.total_idle_ns());
    add(RankTime::Busy, step.range.length_ns() - step.total_idle_ns());
    add(RankTime::Compute, step.compute_ns);
    add(RankTime::ExposedComm, step.exposed_comm_ns);
  }
  out_.times.collectives = out_.collectives.collectives.size();
  out_.report.complete = true;
  out_.report.kept = events_;
  out_.activity = outline_of(activity_, out_.collectives, step_ranges_);
  return std::move(out_);
}

}  // namespace lanescope

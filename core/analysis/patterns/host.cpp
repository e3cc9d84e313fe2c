#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/patterns/finders.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// The role of a name in patterns.
enum class NameRole : std::uint8_t {
  Unknown,
  None,
  Select,
  Item,
  Zero,
  ZeroGrad,
  Convolution,
  BatchNorm,
  SingleTensor,
  SyncLoader,
  DataParallel,
  DistributedDataParallel,
};

NameRole role_of(std::string_view name) {
  if (name == "aten::select") return NameRole::Select;
  if (name == "aten::item") return NameRole::Item;
  if (name == "aten::zero_") return NameRole::Zero;
  if (name == "aten::conv2d") return NameRole::Convolution;
  if (name == "aten::batch_norm") return NameRole::BatchNorm;
  if (name.starts_with("Optimizer.zero_grad#")) return NameRole::ZeroGrad;
  for (const std::string_view optimizer : {"_single_tensor_adam", "_single_tensor_sgd"}) {
    if (name.find(optimizer) != std::string_view::npos) return NameRole::SingleTensor;
  }
  if (name.find("_SingleProcessDataLoaderIter.__next__") != std::string_view::npos) {
    return NameRole::SyncLoader;
  }
  if (name.starts_with("DistributedDataParallel.forward")) {
    return NameRole::DistributedDataParallel;
  }
  const bool parallel =
      name.starts_with("DataParallel.forward") || name.starts_with("nn.Module: DataParallel_");
  return parallel ? NameRole::DataParallel : NameRole::None;
}

/// The current run of selects within one parent, with the same operators in between.
struct SelectRun {
  std::uint64_t last = 0, now = 0;  // hashes of the operators before and since the last select
  std::uint64_t repeats = 0;
  EventId first = EventId::None;
  Ns begin_ns = 0, end_ns = 0;
};

std::uint64_t mixed(std::uint64_t hash, StringId name) {
  return (hash ^ (index_of(name) + 1)) * 0x9E3779B97F4A7C15ULL;
}

class HostPatterns {
 public:
  HostPatterns(const PatternInput& in, PatternRows& rows)
      : in_(in), snapshot_(in.snapshot), rows_(rows), roles_(in.snapshot.strings->size()) {
    for (const Track& track : snapshot_.tracks) {
      if (track.kind == TrackKind::GpuStream && track.device >= 0) devices_.insert(track.device);
    }
    const JsonValue* backend =
        snapshot_.info.distributed ? snapshot_.info.distributed->find("backend") : nullptr;
    backend_ = backend != nullptr ? backend->to_text(true) : "";
  }

  void find() {
    for_each_chunk(snapshot_, TrackKind::CpuThread,
                   [this](const Track&, const TrackChunk& chunk) { add_thread(chunk); });
    check_biases();
  }

 private:
  NameRole role(StringId name) {
    NameRole& known = roles_[index_of(name)];
    if (known == NameRole::Unknown) known = role_of(snapshot_.text(name));
    return known;
  }

  void add_thread(const TrackChunk& chunk) {
    std::map<EventId, SelectRun> runs;  // by parent
    // By parent: the preceding operator if it is a conv2d.
    std::unordered_map<EventId, EventId> last_conv;
    Ns zero_grad_until = kMinNs;
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (!in_.window.has_start(chunk.start_ns[slice])) continue;
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      const NameRole what = role(chunk.name[slice]);
      if (what == NameRole::ZeroGrad) zero_grad_until = chunk.end_ns(slice);
      if (what == NameRole::Zero && chunk.start_ns[slice] < zero_grad_until) {
        add(Pattern::GradientsSetToZero, chunk, slice);
      }
      add_named(chunk, slice, what);
      if (kind != CategoryKind::CpuOp) continue;
      follow_selects(chunk, slice, what, runs);
      follow_convolutions(chunk, slice, what, last_conv);
    }
    for (const auto& [parent, run] : runs) add_selects(chunk, run);
  }

  void add(Pattern pattern, const TrackChunk& chunk, std::uint32_t slice) {
    const EventId event = chunk.id_of(slice);
    rows_.add(pattern, chunk.name[slice], event, event, chunk.dur_ns[slice], 0);
  }

  void add_named(const TrackChunk& chunk, std::uint32_t slice, NameRole what) {
    // Without a GPU, there is nothing to wait for.
    if (what == NameRole::Item && has_gpu_work(snapshot_)) add(Pattern::ItemPerStep, chunk, slice);
    if (what == NameRole::SingleTensor) add(Pattern::SingleTensorOptimizer, chunk, slice);
    if (what == NameRole::SyncLoader) add(Pattern::SynchronousDataLoader, chunk, slice);
    if (what == NameRole::DataParallel && devices_.size() > 1) {
      add(Pattern::DataParallel, chunk, slice);
    }
    const bool other_backend = !backend_.empty() && backend_.find("nccl") == std::string::npos;
    if (what == NameRole::DistributedDataParallel && other_backend && has_gpu_work(snapshot_)) {
      add(Pattern::DdpWithoutNccl, chunk, slice);
    }
  }

  void follow_selects(const TrackChunk& chunk, std::uint32_t slice, NameRole what,
                      std::map<EventId, SelectRun>& runs) {
    const auto known = runs.find(chunk.link[slice]);
    if (what != NameRole::Select) {
      if (known != runs.end()) known->second.now = mixed(known->second.now, chunk.name[slice]);
      return;
    }
    SelectRun& run = known != runs.end() ? known->second : runs[chunk.link[slice]];
    const bool again = run.repeats != 0 && (run.repeats == 1 || run.now == run.last);
    if (!again) {
      add_selects(chunk, run);
      run.first = chunk.id_of(slice);
      run.begin_ns = chunk.start_ns[slice];
    }
    run.repeats = again ? run.repeats + 1 : 1;
    run.last = run.now;
    run.now = 0;
    run.end_ns = chunk.end_ns(slice);
  }

  void add_selects(const TrackChunk& chunk, const SelectRun& run) {
    const Thresholds& limits = *in_.window.thresholds;
    const Ns length_ns = saturating_sub(run.end_ns, run.begin_ns);
    const bool long_enough =
        static_cast<double>(length_ns) > limits.loop_share_pct / 100 * in_.step_ns;
    if (std::cmp_less(run.repeats, limits.loop_selects) || !long_enough) return;
    const std::uint32_t slice = index_of(run.first) - index_of(chunk.first_id);
    rows_.add(Pattern::ForLoopIndexing, chunk.name[slice], run.first, run.first, length_ns, 0);
  }

  void follow_convolutions(const TrackChunk& chunk, std::uint32_t slice, NameRole what,
                           std::unordered_map<EventId, EventId>& last_conv) {
    const EventId parent = chunk.link[slice];
    const auto before = last_conv.find(parent);
    if (before != last_conv.end()) {
      if (what == NameRole::BatchNorm) convolutions_.push_back(before->second);
      last_conv.erase(before);
    }
    if (what == NameRole::Convolution) last_conv[parent] = chunk.id_of(slice);
  }

  /// Checks convolutions directly before a batch norm: they have a bias if the third input has a
  /// size.
  void check_biases() {
    std::vector<bool> has_bias(convolutions_.size());
    const auto note = [&](std::size_t i, const JsonValue& args) {
      const JsonValue* dims = input_shapes(args);
      if (dims == nullptr || dims->array() == nullptr || dims->array()->size() < 3) return;
      const JsonArray* bias = (*dims->array())[2].array();
      has_bias[i] = bias != nullptr && !bias->empty();
    };
    read_arguments(snapshot_, convolutions_, kInputShapes, in_.read, note);
    for (std::size_t i = 0; i < convolutions_.size(); ++i) {
      if (!has_bias[i]) continue;
      const auto at = snapshot_.find_slice(convolutions_[i]);
      add(Pattern::ConvBiasBeforeNorm, *at->chunk, at->slice);
    }
  }

  const PatternInput& in_;
  const Snapshot& snapshot_;
  PatternRows& rows_;
  std::vector<NameRole> roles_;
  std::set<std::int64_t> devices_;
  std::string backend_;
  std::vector<EventId> convolutions_;
};

}  // namespace

void find_host_patterns(const PatternInput& in, PatternRows& rows) {
  HostPatterns(in, rows).find();
}

}  // namespace lanescope

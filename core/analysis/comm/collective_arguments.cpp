#include "core/analysis/comm/collective_arguments.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

/// The operator that has the arguments of a collective in traces before PyTorch 2.2.
constexpr std::string_view kCommsOp = "record_param_comms";
/// How many operators around the launch are searched for it.
constexpr int kMostOps = 8;

EventId comms_op(SliceFinder& slices, EventId link) {
  EventId op = innermost_op(slices, link);
  for (int i = 0; i < kMostOps && op != EventId::None; ++i) {
    const auto at = slices.find(op);
    if (slices.snapshot().text(at->chunk->name[at->slice]) == kCommsOp) return op;
    op = at->chunk->link[at->slice];
  }
  return EventId::None;
}

bool is_collective(const JsonValue& args) {
  return !text_argument(args, "Collective name").empty();
}

CollectiveDescription description_of(const JsonValue& args) {
  return {collective_of(args, 0).value_or(Collective{}), text_argument(args, "Src Rank"),
          text_argument(args, "Dst Rank")};
}

std::vector<CollectiveKernel> communication_kernels(const Snapshot& snapshot) {
  std::vector<CollectiveKernel> kernels;
  GpuClasses classes(snapshot);
  for_each_gpu_event(
      snapshot, whole_window(),
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (classes.of(kind, chunk.name[slice]) == GpuClass::Communication)
          kernels.push_back({chunk.id_of(slice), chunk.link[slice]});
      });
  std::ranges::sort(kernels, {}, &CollectiveKernel::event);
  return kernels;
}

/// Numbers the descriptions: a trace has few, as the same is sent in every step.
class Descriptions {
 public:
  explicit Descriptions(std::vector<CollectiveDescription>& all) : all_(all) {}

  std::uint32_t number(const CollectiveDescription& one) {
    const Collective& c = one.collective;
    const auto [at, fresh] =
        known_.try_emplace(Key{c.name, c.dtype, c.group, c.ranks, one.source, one.target,
                               c.in_elements, c.out_elements, c.group_size},
                           static_cast<std::uint32_t>(all_.size()));
    if (fresh) all_.push_back(one);
    return at->second;
  }

 private:
  using Number = std::optional<std::int64_t>;
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::string,
                         std::string, Number, Number, Number>;

  std::map<Key, std::uint32_t> known_;
  std::vector<CollectiveDescription>& all_;
};

}  // namespace

bool read_collectives(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                      const ReadEvent& read, const VisitCollective& visit,
                      const std::stop_token& stop) {
  // Reading the text of each kernel and its operators to find nothing is a tenth of a summary.
  if (!snapshot.info.has_collective_arguments) return static_cast<bool>(read);
  std::vector<EventId> events;
  events.reserve(kernels.size());
  for (const CollectiveKernel& kernel : kernels) events.push_back(kernel.event);
  std::vector<char> known(kernels.size(), 0);
  const auto visit_kernel = [&](std::size_t i, const JsonValue& args) {
    if (!is_collective(args)) return;
    known[i] = 1;
    visit(i, description_of(args), integer_argument(args, "Seq"));
  };
  if (!read_arguments(snapshot, events, kCollectiveArguments, read, visit_kernel, stop))
    return false;
  std::vector<EventId> ops;
  std::vector<std::size_t> of_op;
  SliceFinder slices(snapshot);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const EventId op = known[i] != 0 ? EventId::None : comms_op(slices, kernels[i].link);
    if (op == EventId::None) continue;
    ops.push_back(op);
    of_op.push_back(i);
  }
  const auto visit_op = [&](std::size_t i, const JsonValue& args) {
    if (is_collective(args)) visit(of_op[i], description_of(args), integer_argument(args, "Seq"));
  };
  read_arguments(snapshot, ops, kCollectiveArguments, read, visit_op, stop);
  return true;
}

CollectiveCalls find_collective_calls(const Snapshot& snapshot, const ReadEvent& read,
                                      const std::stop_token& stop) {
  const std::vector<CollectiveKernel> kernels = communication_kernels(snapshot);
  CollectiveCalls out;
  for (const CollectiveKernel& kernel : kernels) out.calls.emplace_back().kernel = kernel.event;
  Descriptions descriptions(out.descriptions);
  const auto note = [&](std::size_t i, const CollectiveDescription& one,
                        std::optional<std::int64_t> sequence) {
    out.calls[i].description = descriptions.number(one);
    out.calls[i].sequence = sequence;
  };
  out.read = read_collectives(snapshot, kernels, read, note, stop);
  return out;
}

bool look_up_collectives(const AnalysisResults& in, std::span<const CollectiveKernel> kernels,
                         const VisitCollective& visit) {
  if (kernels.empty()) return static_cast<bool>(in.read);
  const auto found = in.of<CollectiveCalls>();
  std::vector<const CollectiveCalls::Call*> calls;
  for (const CollectiveKernel& kernel : kernels) {
    const auto at =
        std::ranges::lower_bound(found->calls, kernel.event, {}, &CollectiveCalls::Call::kernel);
    if (at == found->calls.end() || at->kernel != kernel.event) break;
    calls.push_back(&*at);
  }
  if (!found->read || calls.size() != kernels.size())
    return read_collectives(in.trace, kernels, in.read, visit, in.stop);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i]->description == CollectiveCalls::kUnknown) continue;
    visit(i, found->descriptions[calls[i]->description], calls[i]->sequence);
  }
  return true;
}

}  // namespace lanescope

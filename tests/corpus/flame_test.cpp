// Flame graphs of real traces: nothing is lost and nothing counted twice.
#include "core/analysis/flame/flame.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/events/gpu_events.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

/// Widths as drawn fit into each other, and what is drawn is all there is.
void check_tree(const FlameTree& tree) {
  std::int64_t sum = 0;
  bool fits = true;
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    const std::int64_t self = tree.self(node);
    fits = fits && self >= 0;
    sum += self;
    std::int64_t children = 0;
    const auto [first, end] = tree.children(node);
    for (std::uint32_t child = first; child < end; ++child) {
      fits = fits && tree.nodes[child].parent == node;
      children += tree.nodes[child].total;
    }
    fits = fits && children + self == tree.nodes[node].total;
  }
  CHECK(fits);
  CHECK(sum == tree.total());
}

std::int64_t gpu_ns(const Snapshot& trace) {
  std::int64_t sum = 0;
  for_each_gpu_event(trace, whole_window(),
                     [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
                       sum += chunk.dur_ns[slice];
                     });
  return sum;
}

std::int64_t launch_calls(const Snapshot& trace) {
  std::vector<EventId> calls;
  for_each_gpu_event(trace, whole_window(),
                     [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
                       const auto launch = trace.find_slice(chunk.link[slice]);
                       if (launch && launch->track->kind == TrackKind::CpuThread) {
                         calls.push_back(chunk.link[slice]);
                       }
                     });
  std::sort(calls.begin(), calls.end());
  return std::unique(calls.begin(), calls.end()) - calls.begin();
}

std::int64_t allocated(const Snapshot& trace) {
  std::int64_t host = 0;
  std::int64_t device = 0;
  for (const auto& memory : trace.memory) {
    for (const std::int64_t bytes : memory->bytes.span()) {
      (memory->device_type == 0 ? host : device) += std::max<std::int64_t>(bytes, 0);
    }
  }
  return device != 0 ? device : host;
}

/// The time in which any frame of a thread is open, from the union of all of them.
std::int64_t covered_ns(const Snapshot& trace, CategoryKind only) {
  std::int64_t sum = 0;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    Ns until_ns = kMinNs;
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (trace.kind_of(chunk.category[slice]) != only) continue;
      const Ns from_ns = std::max(until_ns, chunk.start_ns[slice]);
      sum += std::max<Ns>(0, chunk.end_ns(slice) - from_ns);
      until_ns = std::max(until_ns, chunk.end_ns(slice));
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("flame graphs of every trace hold exactly what there is") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& one : corpus_traces(folder)) {
    CAPTURE(one.trace.string());
    const auto trace = corpus_trace(one.trace.lexically_relative(folder).string());
    for (const FlameOrder order : {FlameOrder::LeftHeavy, FlameOrder::Time}) {
      for (const FlameStack stack :
           {FlameStack::Mixed, FlameStack::Ops, FlameStack::Python, FlameStack::Modules}) {
        const auto tree = [&](FlameWeight weight) {
          const FlameTree made = build_flame_tree(*trace, whole_window(), {stack, weight, order});
          check_tree(made);
          return made.total();
        };
        CHECK(tree(FlameWeight::GpuTime) == gpu_ns(*trace));
        CHECK(tree(FlameWeight::Launches) == launch_calls(*trace));
        CHECK(tree(FlameWeight::Bytes) == allocated(*trace));
        const std::int64_t cpu = tree(FlameWeight::CpuTime);
        if (stack == FlameStack::Python) {
          CHECK(cpu == covered_ns(*trace, CategoryKind::PythonFunction));
        }
      }
    }
  }
}

#include "core/analysis/host/graph_origin.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Calls of the main thread, each 1 µs long, and what they start, 10 µs later.
class Calls {
 public:
  Calls& call(const std::string& name) {
    text_.cpu("cuda_runtime", name, std::to_string(time_us_), "1", correlation());
    time_us_ += 2;
    ++id_;
    return *this;
  }
  /// A launch whose kernel runs.
  Calls& kernel(const std::string& kernel) {
    text_.kernel(kernel, std::to_string(time_us_ + 10), "1", std::to_string(id_));
    return call("cudaLaunchKernel");
  }
  /// A graph launch, and its nodes in order.
  Calls& graph(std::initializer_list<const char*> nodes, const std::string& last_stream = "7") {
    std::size_t left = nodes.size();
    Ns at_us = time_us_ + 10;
    for (const char* const node : nodes) {
      --left;
      text_.kernel(node, std::to_string(at_us), "1", std::to_string(id_),
                   left == 0 ? last_stream : "7");
      at_us += 2;
    }
    call("cudaGraphLaunch");
    time_us_ = at_us + 100;
    return *this;
  }
  Calls& capture(int launches) {
    call("cudaStreamBeginCapture");
    for (int i = 0; i < launches; ++i) call("cudaLaunchKernel");
    return call("cudaStreamEndCapture");
  }
  [[nodiscard]] std::shared_ptr<const Snapshot> load() { return text_.load(); }

 private:
  [[nodiscard]] std::string correlation() const { return "\"correlation\":" + std::to_string(id_); }

  TraceText text_;
  Ns time_us_ = 100;
  int id_ = 1;
};

std::optional<GraphOrigin> origin_of(const Snapshot& trace, std::string_view kernel,
                                     std::size_t nth = 0) {
  return graph_origin_of(trace, event_named(trace, "cudaGraphLaunch"),
                         event_named(trace, kernel, nth));
}

}  // namespace

TEST_CASE("a node of a graph is from the launch at its position within the capture") {
  const auto trace = Calls().kernel("x").capture(2).graph({"a", "b"}).load();
  const auto b = origin_of(*trace, "b");
  REQUIRE(b);
  CHECK(b->source == GraphOriginSource::Capture);
  CHECK(b->certain);
  // The first launch is that of x.
  CHECK(b->launch == event_named(*trace, "cudaLaunchKernel", 2));
  CHECK(origin_of(*trace, "a")->launch == event_named(*trace, "cudaLaunchKernel", 1));
}

TEST_CASE("of several captures that fit, the latest is the likeliest") {
  const auto trace = Calls().capture(2).capture(2).capture(3).graph({"a", "b"}).load();
  const auto a = origin_of(*trace, "a");
  REQUIRE(a);
  CHECK_FALSE(a->certain);
  CHECK(a->launch == event_named(*trace, "cudaLaunchKernel", 2));
}

TEST_CASE("on several streams the order of the launches is not that of the work") {
  const auto trace = Calls().capture(2).graph({"a", "b"}, "8").load();
  const auto a = origin_of(*trace, "a");
  REQUIRE(a);
  CHECK_FALSE(a->certain);
}

TEST_CASE("a capture of another size or of later is not that of the graph") {
  CHECK_FALSE(origin_of(*Calls().kernel("x").capture(3).graph({"a", "b"}).load(), "a"));
  CHECK_FALSE(origin_of(*Calls().kernel("x").graph({"a", "b"}).capture(2).load(), "a"));
}

TEST_CASE("without a capture, the same kernels in the same order tell the launch") {
  const auto trace = Calls()
                         .kernel("other")
                         .kernel("a")
                         .kernel("b")
                         .kernel("c")
                         .kernel("b")
                         .graph({"a", "b", "c", "b"})
                         .load();
  const auto last = origin_of(*trace, "b", 3);
  REQUIRE(last);
  CHECK(last->source == GraphOriginSource::SameSequence);
  CHECK_FALSE(last->certain);
  CHECK(last->launch == event_named(*trace, "cudaLaunchKernel", 4));
  // Another order, and too few to say anything.
  CHECK_FALSE(origin_of(
      *Calls().kernel("b").kernel("a").kernel("c").kernel("d").graph({"a", "b", "c", "d"}).load(),
      "c", 1));
  CHECK_FALSE(origin_of(*Calls().kernel("a").kernel("b").graph({"a", "b"}).load(), "a", 1));
}

TEST_CASE("what a graph did not start has no such origin") {
  const auto trace = Calls().capture(2).kernel("x").graph({"a", "b"}).load();
  CHECK_FALSE(origin_of(*trace, "x"));
  CHECK_FALSE(graph_origin_of(*trace, EventId::None, EventId::None));
}

}  // namespace lanescope

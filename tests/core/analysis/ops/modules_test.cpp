#include "core/analysis/ops/modules.h"

#include <doctest/doctest.h>

#include "core/store/nesting_stack.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

std::string module(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("python_function", "nn.Module: " + name, ts, dur);
}
std::string launch(const std::string& ts, const std::string& id, const std::string& tid = "1") {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id, "1", tid);
}
std::string kernel(const std::string& ts, const std::string& dur, const std::string& id) {
  return gpu_slice("kernel", "k", ts, dur, R"("correlation": )" + id);
}
std::string flow(const std::string& phase, const std::string& ts, const std::string& tid,
                 const std::string& id) {
  return R"({"ph": ")" + phase + R"(", "cat": "fwdbwd", "name": "fwdbwd", "id": )" + id +
         R"(, "pid": 1, "tid": )" + tid + R"(, "ts": )" + ts + R"(, "bp": "e"})";
}

struct Modules {
  HandMadeTrace trace;
  ModuleTree tree;

  explicit Modules(const std::vector<std::string>& events,
                   const AnalysisWindow& window = whole_window())
      : trace(events),
        tree(analyse_modules(*trace, window, [this](EventId e) { return trace.json(e); })) {}

  /// "Net_0 Linear_0", outermost first.
  [[nodiscard]] std::string path(std::uint32_t row) const {
    const std::string name(module_title(tree.source, trace->text(tree.rows[row].name)));
    const std::uint32_t parent = tree.rows[row].parent;
    return parent == kNoParent ? name : path(parent) + " " + name;
  }
  const ModuleRow& operator[](std::string_view wanted) const {
    for (std::uint32_t row = 0; row < tree.rows.size(); ++row) {
      if (path(row) == wanted) return tree.rows[row];
    }
    FAIL("no module " << wanted);
    return tree.rows.front();
  }
};

}  // namespace

TEST_CASE("modules are a tree with the time of their calls") {
  const Modules modules({module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
                         module("Linear_1", "40", "30"), module("Net_0", "200", "50"),
                         module("Linear_0", "210", "20")});
  REQUIRE(modules.tree.rows.size() == 3);
  CHECK(modules["Net_0"].calls == 2);
  CHECK(modules["Net_0"].forward_cpu_ns == 150'500);
  CHECK(modules["Net_0"].forward_self_cpu_ns == 80'500);
  CHECK(modules["Net_0 Linear_0"].calls == 2);
  CHECK(modules["Net_0 Linear_0"].forward_cpu_ns == 40'000);
  CHECK(modules["Net_0 Linear_1"].forward_self_cpu_ns == 30'000);
  CHECK(modules["Net_0 Linear_1"].depth == 1);
  const auto longest = modules.trace->find_slice(modules["Net_0"].longest);
  CHECK(longest->chunk->start_ns[longest->slice] == 0);
}

TEST_CASE("GPU work belongs to the module that launched it, with or without an operator") {
  const Modules modules({module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
                         slice("cpu_op", "aten::mm", "12", "10"), launch("13", "1"),
                         launch("25", "2"), launch("50", "3"), launch("300", "4"),
                         kernel("1000", "8", "1"), kernel("1010", "4", "2"),
                         kernel("1020", "2", "3"), kernel("1030", "1", "4")});
  CHECK(modules["Net_0 Linear_0"].forward_device_ns == 12'000);
  CHECK(modules["Net_0 Linear_0"].kernels == 2);
  CHECK(modules["Net_0"].forward_self_device_ns == 2'000);
  CHECK(modules["Net_0"].forward_device_ns == 14'000);
  CHECK(modules["Net_0"].kernels == 3);
  CHECK(!modules.tree.has_twins);
}

TEST_CASE("the backward pass belongs to the modules of its forward operators") {
  const auto engine = [](const std::string& name, const std::string& ts, const std::string& dur) {
    return slice("cpu_op", name, ts, dur, "", "1", "2");
  };
  const Modules modules({module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
                         slice("cpu_op", "aten::mm", "12", "10"), flow("s", "12", "1", "1"),
                         module("Linear_1", "40", "20"), slice("cpu_op", "aten::mm", "42", "10"),
                         flow("s", "42", "1", "2"),
                         engine("autograd::engine::evaluate_function: MmBackward0", "150", "20"),
                         engine("MmBackward0", "151", "10"), flow("f", "151", "2", "2"),
                         launch("152", "1", "2"),
                         engine("autograd::engine::evaluate_function: MmBackward0", "180", "30"),
                         engine("MmBackward0", "181", "10"), flow("f", "181", "2", "1"),
                         launch("182", "2", "2"), launch("195", "3", "2"), kernel("1000", "8", "1"),
                         kernel("1010", "4", "2"), kernel("1020", "2", "3")});
  CHECK(modules.tree.has_twins);
  CHECK(modules["Net_0 Linear_1"].backward_cpu_ns == 20'000);
  CHECK(modules["Net_0 Linear_1"].backward_device_ns == 8'000);
  CHECK(modules["Net_0 Linear_0"].backward_cpu_ns == 30'000);
  CHECK(modules["Net_0 Linear_0"].backward_device_ns == 6'000);
  CHECK(modules["Net_0"].backward_cpu_ns == 50'000);
  CHECK(modules["Net_0"].backward_self_cpu_ns == 0);
  CHECK(modules["Net_0"].backward_device_ns == 14'000);
  CHECK(modules["Net_0"].forward_device_ns == 0);
  CHECK(modules["Net_0"].kernels == 3);
}

TEST_CASE("modules come in the order of the tree, the dearest first") {
  const Modules modules({module("Net_0", "0", "100.5"), module("Short_0", "10", "20"),
                         module("Long_0", "40", "30"), module("Inner_0", "45", "3"),
                         launch("46", "1"), module("Other_0", "200", "1"), launch("11", "2"),
                         kernel("1000", "5", "1"), kernel("1010", "9", "2")});
  std::string order;
  for (std::uint32_t row = 0; row < modules.tree.rows.size(); ++row) {
    order += modules.path(row) + "; ";
  }
  CHECK(order == "Net_0; Net_0 Short_0; Net_0 Long_0; Net_0 Long_0 Inner_0; Other_0; ");
}

TEST_CASE("a range counts what overlaps it, cut at both ends, and GPU work where it runs") {
  const std::vector<std::string> events = {module("Net_0", "0", "10.5"),
                                           module("Net_0", "20", "10"), launch("22", "1"),
                                           kernel("100", "5", "1")};
  CHECK(Modules(events, range_window({15'000, 30'000}))["Net_0"].calls == 1);
  CHECK(Modules(events, range_window({15'000, 30'000}))["Net_0"].kernels == 0);
  CHECK(Modules(events, range_window({5'000, 25'000}))["Net_0"].calls == 2);
  CHECK(Modules(events, range_window({5'000, 25'000}))["Net_0"].forward_cpu_ns == 10'500);
  const Modules late(events, range_window({102'000, 110'000}));
  CHECK(late["Net_0"].calls == 0);
  CHECK(late["Net_0"].kernels == 1);
  CHECK(late["Net_0"].forward_device_ns == 3'000);
  CHECK(Modules(events, range_window({40'000, 50'000})).tree.rows.empty());
}

TEST_CASE("ranges that were marked as modules are modules, a trace without any has no tree") {
  const Modules marked({slice("user_annotation", "nn.Module: Block_0", "0", "10.5")});
  CHECK(marked["Block_0"].calls == 1);
  CHECK(Modules({slice("cpu_op", "aten::add", "0", "1.5")}).tree.rows.empty());
}

TEST_CASE("without flows the backward pass is found by sequence numbers") {
  const auto numbered = [](const std::string& name, const std::string& ts,
                           const std::string& thread, const std::string& tid) {
    return slice("cpu_op", name, ts, "10", R"("Sequence number": 5, "Fwd thread id": )" + thread,
                 "1", tid);
  };
  const Modules modules(
      {module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
       numbered("aten::mm", "12", "0", "1"),
       numbered("autograd::engine::evaluate_function: MmBackward0", "150", "1", "2"),
       numbered("MmBackward0", "150", "1", "2"), launch("152", "1", "2"),
       kernel("1000", "8", "1")});
  CHECK(modules.tree.has_twins);
  CHECK(modules["Net_0 Linear_0"].backward_cpu_ns == 10'000);
  CHECK(modules["Net_0 Linear_0"].backward_device_ns == 8'000);
  CHECK(modules["Net_0"].backward_device_ns == 8'000);
}

TEST_CASE("ranges of record_function stand for modules where there are none, else forward frames") {
  const Modules ranges({slice("user_annotation", "ProfilerStep#1", "0", "200.5"),
                        slice("user_annotation", "## forward ##", "10", "90"),
                        slice("user_annotation", "encoder", "20", "30"),
                        slice("python_function", "model.py(3): forward", "21", "5")});
  CHECK(ranges.tree.source == StackKind::Ranges);
  CHECK(ranges.tree.rows.size() == 2);
  CHECK(ranges["## forward ## encoder"].forward_cpu_ns == 30'000);
  const Modules frames({slice("python_function", "model.py(3): forward", "10", "50.5"),
                        slice("python_function", "model.py(9): helper", "12", "5"),
                        slice("python_function", "block.py(7): forward", "20", "10")});
  CHECK(frames.tree.source == StackKind::Forward);
  CHECK(frames["model.py(3): forward block.py(7): forward"].calls == 1);
}

TEST_CASE("operators and calls of NCCL do not stand for modules") {
  const Modules ranges({slice("user_annotation", "layer3", "10", "50.5"),
                        slice("user_annotation", "detach_", "12", "2"),
                        slice("user_annotation", "record_param_comms", "20", "20"),
                        slice("user_annotation", "ncclGroupEnd", "22", "10"),
                        slice("user_annotation", "nccl_overlap", "45", "5")});
  REQUIRE(ranges.tree.rows.size() == 2);
  CHECK(ranges["layer3"].forward_cpu_ns == 50'500);
  CHECK(ranges["layer3 nccl_overlap"].forward_cpu_ns == 5'000);
  const Modules own({slice("user_annotation", "record_param_comms", "0", "20.5"),
                     slice("user_annotation", "ncclCommCount", "2", "1")});
  CHECK(own.tree.rows.empty());
  CHECK_FALSE(has_modules(*own.trace));
}

TEST_CASE("steps do not stand for modules") {
  const HandMadeTrace trace({slice("user_annotation", "step 1", "0", "200.5"),
                             slice("user_annotation", "layer3", "10", "50")});
  Snapshot stepped = *trace;
  const auto step = stepped.find_slice(event_named(stepped, "step 1"));
  REQUIRE(step);
  stepped.steps.push_back({step->chunk->name[step->slice], step->chunk->range(step->slice),
                           step->chunk->id_of(step->slice)});
  const ModuleTree tree = analyse_modules(stepped, whole_window());
  REQUIRE(tree.rows.size() == 1);
  CHECK(stepped.text(tree.rows[0].name) == "layer3");
  CHECK(tree.rows[0].depth == 0);
}

namespace {

std::string record(const std::string& ts, const std::string& bytes, const std::string& device) {
  return R"({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": )" +
         ts + R"(, "args": {"Device Type": )" + device + R"(, "Device Id": 0, "Bytes": )" + bytes +
         R"(, "Addr": 1, "Total Allocated": 4096, "Total Reserved": 8192}})";
}

}  // namespace

TEST_CASE("memory belongs to the module whose operator allocates it") {
  const Modules modules({module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
                         slice("cpu_op", "aten::empty", "12", "10"), record("13", "4096", "1"),
                         record("14", "100", "0"), record("15", "-1024", "1"),
                         record("200", "999", "1")});
  CHECK(modules.tree.has_memory_records);
  CHECK(modules["Net_0 Linear_0"].device_bytes == 3072);
  CHECK(modules["Net_0"].device_bytes == 3072);
  CHECK(modules["Net_0"].host_bytes == 100);
}

TEST_CASE("what Python frees between operators counts for the module that runs") {
  const Modules modules({module("Net_0", "0", "100.5"), module("Linear_0", "10", "20"),
                         slice("cpu_op", "aten::empty", "12", "10"), record("13", "4096", "1"),
                         record("25", "-1024", "1"), record("40", "-2048", "1"),
                         record("200", "-512", "1")});
  CHECK(modules["Net_0 Linear_0"].device_bytes == 3072);
  CHECK(modules["Net_0"].device_bytes == 1024);
}

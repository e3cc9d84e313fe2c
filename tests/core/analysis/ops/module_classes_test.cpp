#include "core/analysis/ops/module_classes.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string module(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("python_function", "nn.Module: " + name, ts, dur);
}

std::vector<std::string> with_kernel(std::vector<std::string> events, const std::string& ts,
                                     const std::string& dur, const std::string& id) {
  const std::string correlation = R"("correlation": )" + id;
  events.push_back(slice("cuda_runtime", "cudaLaunchKernel", ts, "1", correlation));
  events.push_back(gpu_slice("kernel", "k", "5" + id + "00", dur, correlation));
  return events;
}

}  // namespace

TEST_CASE("modules of one class are added up, nested ones once") {
  // A Sequential inside a Sequential; Linear_0 is called twice, Linear_1 once.
  std::vector<std::string> events{
      module("Sequential_0", "0", "100"), module("Sequential_1", "10", "50"),
      module("Linear_0", "12", "10"),     module("Linear_1", "30", "20"),
      module("Linear_0", "70", "10"),
  };
  events = with_kernel(events, "14", "7", "1");
  events = with_kernel(events, "32", "20", "2");
  events = with_kernel(events, "72", "9", "3");
  const HandMadeTrace trace(events);
  const ModuleTree tree = analyse_modules(*trace, whole_window());
  const auto classes = module_classes(*trace, tree);
  REQUIRE(classes.size() == 2);
  const ModuleClass& linear = classes[0];
  CHECK(linear.name == "Linear");
  CHECK(linear.instances == 2);
  CHECK(linear.sums.calls == 3);
  CHECK(linear.sums.forward_self_device_ns == 36'000);
  CHECK(linear.sums.forward_cpu_ns == 40'000);
  CHECK(linear.sums.kernels == 3);
  const auto longest = trace->find_slice(linear.sums.longest);
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 20'000);
  const ModuleClass& sequential = classes[1];
  CHECK(sequential.name == "Sequential");
  CHECK(sequential.instances == 2);
  CHECK(sequential.sums.forward_cpu_ns == 100'000);
  CHECK(sequential.sums.forward_self_cpu_ns == 60'000);
  CHECK(sequential.sums.forward_device_ns == 36'000);
}

TEST_CASE("only the number that PyTorch adds is taken off a module's name") {
  CHECK(module_class_name(StackKind::Modules, "nn.Module: Linear_0") == "Linear");
  CHECK(module_class_name(StackKind::Modules, "nn.Module: Conv2d_12") == "Conv2d");
  CHECK(module_class_name(StackKind::Modules, "nn.Module: Conv2d") == "Conv2d");
  CHECK(module_class_name(StackKind::Modules, "nn.Module: _7") == "_7");
  CHECK(module_class_name(StackKind::Ranges, "layer_3") == "layer_3");
}

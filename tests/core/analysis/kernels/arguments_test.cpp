#include "core/analysis/kernels/arguments.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/util.h"
#include "core/analysis/kernels/shapes.h"
#include "core/analysis/results.h"
#include "core/readers/json/event_text.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

HandMadeTrace kernels(const std::string& occupancy, const std::string& blocks) {
  return HandMadeTrace(
      {gpu_slice("kernel", "gemm", "0", "10",
                 R"("est. achieved occupancy %": 40, "blocks per SM": 3, "warps per SM": 12)"),
       gpu_slice(
           "kernel", "gemm", "20", "10",
           R"("est. achieved occupancy %": )" + occupancy + R"(, "blocks per SM": )" + blocks)});
}

}  // namespace

TEST_CASE("an occupancy that can not be is missing, and does not move the mean of the others") {
  for (const char* const occupancy :
       {"2.5e17", "100.5", "-100", "-1", "\"inf\"", "1e999", "null"}) {
    CAPTURE(occupancy);
    const HandMadeTrace trace = kernels(occupancy, "3");
    const ReadEvent read = [&](EventId event) { return trace.json(event); };
    const auto shapes = read_kernel_shapes({*trace, whole_window(), read}).of_name;
    REQUIRE(shapes);
    REQUIRE(shapes->size() == 1);
    CHECK(*shapes->begin()->second.occupancy_pct == doctest::Approx(40));
    CHECK(*analyse_util({*trace, whole_window(), read}).devices.at(0).occupancy ==
          doctest::Approx(0.4));
  }
}

TEST_CASE("registers and shared memory of a name are means weighted by time") {
  const auto kernel = [](const char* ts, const char* dur, const std::string& args) {
    return gpu_slice("kernel", "gemm", ts, dur, args);
  };
  const HandMadeTrace trace(
      {kernel("0", "30", R"("registers per thread": 32, "shared memory": 1000)"),
       kernel("40", "10", R"("registers per thread": 64, "shared memory": 5000)"),
       kernel("60", "10", R"("registers per thread": -1, "shared memory": 1e12)")});
  const ReadEvent read = [&](EventId event) { return trace.json(event); };
  const auto shapes = read_kernel_shapes({*trace, whole_window(), read}).of_name;
  REQUIRE(shapes);
  const KernelShape& shape = shapes->begin()->second;
  CHECK(*shape.registers == doctest::Approx(40));
  CHECK(*shape.shared_bytes == doctest::Approx(2000));
  CHECK_FALSE(shape.occupancy_pct);
}

TEST_CASE("the ends of what an occupancy can be are believed") {
  for (const auto& [occupancy, mean] : {std::pair("0", 20.0), std::pair("100", 70.0)}) {
    const HandMadeTrace trace = kernels(occupancy, "3");
    const ReadEvent read = [&](EventId event) { return trace.json(event); };
    CHECK(*read_kernel_shapes({*trace, whole_window(), read})
               .of_name->begin()
               ->second.occupancy_pct == doctest::Approx(mean));
  }
}

TEST_CASE("blocks of a launch that ran over or that no grid has are missing") {
  for (const char* const blocks : {"-7", "2.5e17", "\"inf\""}) {
    CAPTURE(blocks);
    const HandMadeTrace trace = kernels("40", blocks);
    const ReadEvent read = [&](EventId event) { return trace.json(event); };
    CHECK(*read_kernel_shapes({*trace, whole_window(), read})
               .of_name->begin()
               ->second.blocks_per_sm == doctest::Approx(3));
    CHECK(analyse_util({*trace, whole_window(), read}).devices.at(0).kernels_with_shape == 1);
  }
}

TEST_CASE("blocks for each multiprocessor are those of the grid, where the GPU is known") {
  const DeviceInfo device{0, "V100", {}, 80};
  const auto blocks = [](const char* args, const DeviceInfo* of) {
    return blocks_per_sm(parse_json_object(args).value(), of);
  };
  CHECK(blocks(R"({"grid": [40, 2, 3], "blocks per SM": -1213.6})", &device) == 3);
  CHECK(blocks(R"({"grid": [65536, 65536, 1]})", &device) == 65536.0 * 65536 / 80);
  CHECK(blocks(R"({"grid": [40, 2, 3], "blocks per SM": 7})", nullptr) == 7);
  CHECK(blocks(R"({"grid": [0, 0, 0], "blocks per SM": 7})", &device) == 7);
  CHECK(blocks(R"({"grid": [40, 2], "blocks per SM": 7})", &device) == 7);
  const DeviceInfo unknown{0, "V100", {}, {}};
  CHECK(blocks(R"({"grid": [40, 2, 3], "blocks per SM": 7})", &unknown) == 7);
}

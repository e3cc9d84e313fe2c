#include "core/analysis/copies/copies.h"

#include <doctest/doctest.h>

#include "core/analysis/copies/series.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

CopyTable copies_of(const HandMadeTrace& trace, const AnalysisWindow& window = whole_window()) {
  return analyse_copies({*trace, window, [&](EventId event) { return trace.json(event); }});
}

std::string call(const std::string& ts, const std::string& correlation) {
  return slice("cuda_runtime", "cudaMemcpyAsync", ts, "1", R"("correlation": )" + correlation);
}

std::string copied(const std::string& way, const std::string& ts, const std::string& dur,
                   const std::string& bytes, const std::string& correlation = "0",
                   const std::string& stream = "7", const std::string& device = "0") {
  return gpu_slice("gpu_memcpy", "Memcpy " + way, ts, dur,
                   R"("bytes": )" + bytes + R"(, "correlation": )" + correlation, stream, device);
}

const std::string kUp = "HtoD (Pageable -> Device)";
const std::string kDown = "DtoH (Device -> Pinned)";

}  // namespace

TEST_CASE("copies are told apart by direction and by the host's memory") {
  const HandMadeTrace trace({
      copied(kUp, "0", "2", "4000"),
      copied(kUp, "10", "1", "100000"),
      copied("HtoD (Pinned -> Device)", "20", "1", "8000"),
      gpu_slice("gpu_memset", "Memset (Device)", "30", "1", R"("bytes": 10)"),
      gpu_slice("kernel", "FillBuffer(unsigned char*)", "40", "1"),
  });
  const CopyTable found = copies_of(trace);
  REQUIRE(found.devices.size() == 1);
  const auto& rows = found.devices[0].rows;
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].route.kind == "HtoD");
  CHECK(rows[0].route.from == "pageable host");
  CHECK(rows[0].count == 2);
  CHECK(rows[0].bytes == 104'000);
  CHECK(rows[0].total_ns == 3'000);
  CHECK(rows[0].small == 1);
  CHECK(rows[0].min_gb_per_s == doctest::Approx(2));
  CHECK(rows[0].median_gb_per_s == doctest::Approx(51));
  CHECK(rows[0].max_gb_per_s == doctest::Approx(100));
  CHECK(rows[1].route.from == "pinned host");
  CHECK(rows[2].route.kind == "memset");
  CHECK(rows[3].route.kind == "memset");
  CHECK(rows[3].sized == 0);
}

TEST_CASE("the direction of a copy is read as AMD's tools spell it") {
  const CopyRoute up = copy_route(CategoryKind::Memcpy, "MEMORY_COPY_HOST_TO_DEVICE");
  CHECK(up.kind == "HtoD");
  CHECK(up.from == "host");
  CHECK(up.to == "device");
  CHECK(copy_route(CategoryKind::Memcpy, "CopyDeviceToHost").kind == "DtoH");
  CHECK(copy_route(CategoryKind::Memcpy, "MEMORY_COPY_DEVICE_TO_DEVICE").kind == "DtoD");
  CHECK(copy_route(CategoryKind::Memcpy, "MEMORY_COPY").kind.empty());
}

TEST_CASE("a copy is exposed while nothing computes or communicates") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "gemm", "0", "4"),
      gpu_slice("kernel", "ncclDevKernel_AllReduce", "4", "2", "", "9"),
      copied(kUp, "2", "8", "1", "0", "11"),
      copied(kDown, "9", "3", "1", "0", "12"),
  });
  const CopyDevice device = copies_of(trace).devices.at(0);
  CHECK(device.rows[0].exposed_ns == 4'000);
  CHECK(device.rows[1].exposed_ns == 3'000);
  CHECK(device.exposed_ns == 6'000);
}

TEST_CASE("a rate that was written down is believed where times were cut to microseconds") {
  const std::string kind = "gpu_memcpy", name = "Memcpy DtoD (Device -> Device)";
  const std::string written = R"x("bytes": 8000, "memory bandwidth (GB/s)": 4)x";
  const HandMadeTrace cut(
      {gpu_slice(kind, name, "0", "1", written), gpu_slice(kind, name, "5", "1", written)});
  const CopyRow row = copies_of(cut).devices.at(0).rows.at(0);
  CHECK(row.min_gb_per_s == doctest::Approx(4));
  CHECK(row.max_gb_per_s == doctest::Approx(4));
  CHECK(row.mean_gb_per_s == doctest::Approx(4));
  const HandMadeTrace exact(
      {gpu_slice(kind, name, "0", "1", written), gpu_slice(kind, name, "5.5", "3.000", written)});
  const CopyRow timed = copies_of(exact).devices.at(0).rows.at(0);
  CHECK(timed.max_gb_per_s == doctest::Approx(8));
  CHECK(timed.mean_gb_per_s == doctest::Approx(4));
}

TEST_CASE("a copy of no length took a nanosecond") {
  const HandMadeTrace trace(
      {gpu_slice("gpu_memcpy", "Memcpy DtoD (Device -> Device)", "5", "0", R"("bytes": 32)")});
  const CopyRow row = copies_of(trace).devices.at(0).rows.at(0);
  CHECK(row.max_gb_per_s == doctest::Approx(32));
  CHECK(row.mean_gb_per_s == doctest::Approx(32));
}

TEST_CASE("rates of copies that go on at once add up and leave nothing over") {
  const std::vector<RatedCopy> copies = {{{0, 10}, 0.1}, {{5, 15}, 0.2}, {{30, 30}, 0.3}};
  const CopyRateSeries series = copy_rate_series(copies);
  CHECK(series.changes == 4);  // 0.1, 0.3, 0.2, and 0.3 for a nanosecond
  CHECK(series.mean_of_changes == doctest::Approx(0.225));
  CHECK(series.max == doctest::Approx(0.3));
  CHECK(series.mean_over_time == doctest::Approx((0.5 + 1.5 + 1.0 + 0.3) / 16));
  CHECK(copy_rate_series({}).changes == 0);
}

TEST_CASE("a copy that every step makes is found, and one that comes back in its step") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "100"),
      slice("user_annotation", "ProfilerStep#2", "100", "100"),
      slice("cpu_op", "aten::to", "0", "50"), slice("cpu_op", "aten::to", "100", "50"),
      call("1", "1"), call("101", "2"), call("10", "3"), call("20", "4"), call("30", "5"),
      copied(kUp, "2", "1", "64", "1"),                                          // in both steps
      copied(kUp, "102", "1", "64", "2"), copied(kDown, "11", "1", "128", "3"),  // and back
      copied(kUp, "21", "1", "128", "4"),
      copied(kUp, "31", "1", "128", "5"),  // nothing waits any more
  });
  const CopyTable found = copies_of(trace);
  CHECK(found.steps == 2);
  const CopyDevice& device = found.devices.at(0);
  REQUIRE(device.repeated);
  REQUIRE(device.repeated->size() == 1);
  CHECK(device.repeated->front().bytes == 64);
  CHECK(device.repeated->front().count == 2);
  CHECK(trace->text(device.repeated->front().op) == "aten::to");
  REQUIRE(device.round_trips);
  REQUIRE(device.round_trips->size() == 1);
  CHECK(device.round_trips->front().bytes == 128);
  CHECK(device.round_trips->front().count == 1);
  const auto ts_of = [&](EventId event) { return trace.json(event)->find("ts")->to_text(true); };
  CHECK(ts_of(device.round_trips->front().first_out) == "11");
  CHECK(ts_of(device.round_trips->front().first_back) == "21");
}

TEST_CASE("the place that copies is an operator and a line of the user's own code") {
  const HandMadeTrace trace({
      slice("python_function", "train.py(7): loop", "0", "100"),
      slice("python_function", "torch/nn/modules/module.py(1): _call_impl", "1", "90"),
      slice("cpu_op", "aten::copy_", "2", "50"), call("3", "1"), copied(kUp, "10", "1", "64", "1"),
      copied(kUp, "20", "9", "64"),  // an orphan
  });
  const CopyRow row = copies_of(trace).devices.at(0).rows.at(0);
  REQUIRE(row.origins.size() == 2);
  CHECK(row.origins[0].op == StringId::Empty);
  CHECK(row.origins[0].source == EventId::None);
  CHECK(trace->text(row.origins[1].op) == "aten::copy_");
  CHECK(trace.json(row.origins[1].source)->find("name")->to_text(true) == "train.py(7): loop");
}

TEST_CASE("rules get the sizes of copies between host and GPU, and no other text is read") {
  const HandMadeTrace trace({
      copied(kUp, "0", "2", "4000"),
      gpu_slice("gpu_memset", "Memset (Device)", "10", "1", R"("bytes": 10)"),
      copied("DtoD (Device -> Device)", "20", "1", "300"),
      copied(kDown, "30", "1", "500"),
  });
  std::size_t reads = 0;
  const AnalysisResults in(*trace, whole_window(), [&](EventId event) {
    ++reads;
    return trace.json(event);
  });
  const auto found = in.of<HostCopies>();
  CHECK(reads == 2);
  CHECK(found->sizes_read);
  REQUIRE(found->devices.size() == 1);
  REQUIRE(found->devices[0].rows.size() == 4);
  for (const CopyRow& row : found->devices[0].rows)
    CHECK(row.sized == (row.route.leaves_or_enters_host() ? 1 : 0));
  const auto all = in.of<CopyTable>();
  CHECK(reads == 4);
  for (const CopyRow& row : all->devices[0].rows) CHECK(row.sized == 1);
  CHECK(all->devices[0].rows[0].bytes == 4'000);
}

TEST_CASE("without sizes, without steps or without copies the table says so") {
  const HandMadeTrace trace({gpu_slice("gpu_memcpy", "Memcpy HtoD", "0", "5"),
                             copied(kUp, "0", "5", "1", "0", "7", "1")});
  const CopyTable found = copies_of(trace);
  REQUIRE(found.devices.size() == 2);
  CHECK(found.devices[0].rows[0].sized == 0);
  CHECK(!found.devices[0].repeated);
  CHECK(found.devices[1].rows[0].sized == 1);
  CHECK(!analyse_copies({*trace, whole_window(), {}}).sizes_read);
  CHECK(copies_of(HandMadeTrace({slice("cpu_op", "a", "0", "1")})).devices.empty());
}

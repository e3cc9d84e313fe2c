#include "core/view/tables/roofline/roofline_picture.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/gpu_time/roofline_trace.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

struct Roofline {
  explicit Roofline(const TraceText& text) : loaded(load_with_source(text)) {
    const ReadEvent read = [this](EventId event) { return loaded.json(event); };
    table = roofline_table({AnalysisResults(*loaded.snapshot, whole_window(), read)}, {});
    picture = static_cast<const RooflinePicture*>(table.picture.get());
  }
  std::string text(std::size_t row, std::string_view title) const {
    return text_of(table, row, title);
  }
  LoadedText loaded;
  DataTable table;
  const RooflinePicture* picture = nullptr;
};

/// 2 * 1024^3 FLOP on 3 * 2 MiB in 20 µs, twice; 2^20 additions on 12 MiB in 20 µs.
TraceText product_and_sum(const std::string& device) {
  TraceText trace;
  if (!device.empty()) trace.top_level(device);
  const std::string half = shapes("[[1024,1024],[1024,1024]]", "c10::Half");
  add_op(trace, 0, "aten::mm", half, "h884gemm", "20");
  add_op(trace, 1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  add_op(trace, 2, "aten::mm", half, "h884gemm", "20");
  return trace;
}

}  // namespace

TEST_CASE("operators with known work are points, with all there is to say in their rows") {
  const Roofline found(product_and_sum(kV100));
  REQUIRE(found.table.rows.size() == 2);
  CHECK(found.table.rows[0].name == "aten::mm");
  CHECK(found.text(0, "Calls") == "2");
  CHECK(found.text(0, "GPU time") == "40.00 µs");
  CHECK(found.text(0, "FLOP per call") == "2.147 GFLOP");
  CHECK(found.text(0, "Bytes per call") == "6.000 MiB");
  CHECK(found.text(0, "FLOP/B") == "341.3");    // 2 * 1024^3 / (6 * 2^20)
  CHECK(found.text(0, "TFLOP/s") == "107.4");   // 2.147 / 20 µs
  CHECK(found.text(0, "% of roof") == "86 %");  // of 125
  CHECK(found.text(0, "Bound by") == "compute");
  CHECK(found.text(1, "Bound by") == "memory");
  CHECK(found.text(1, "% of roof") == "70 %");  // 629 of 900 GB/s
  REQUIRE(found.picture);
  REQUIRE(found.picture->points.size() == 2);
  CHECK(found.picture->points[0].row == 0);
  CHECK(found.picture->points[0].intensity == doctest::Approx(1024.0 / 3));
  CHECK(found.picture->points[0].tflops == doctest::Approx(107.37).epsilon(0.001));
  CHECK(found.picture->bound_ns[static_cast<std::size_t>(RooflineBound::Compute)] == 40'000);
}

TEST_CASE("the picture says how much is not modeled, and what") {
  TraceText trace = product_and_sum(kV100);
  add_op(trace, 3, "aten::sort", shapes("[[16],[16]]", "float"), "sort", "7");
  add_op(trace, 4, "aten::cudnn_convolution", shapes("[[16],[16]]", "float"), "dgrad", "30");
  const Roofline found(trace);
  REQUIRE(found.picture);
  CHECK(found.picture->unmodelled_ns == 37'000);
  REQUIRE(found.picture->unmodelled.size() == 2);
  CHECK(found.picture->unmodelled[1].first == "aten::sort");
  CHECK(unmodelled_words(*found.picture) ==
        "not modeled 37.00 µs, chiefly aten::cudnn_convolution");
  CHECK(unmodelled_words(*Roofline(product_and_sum(kV100)).picture).empty());
}

TEST_CASE("the roofs are those of the GPU, and meet its memory at the ridge") {
  const Roofline found(product_and_sum(kV100));
  REQUIRE(found.picture);
  REQUIRE(found.picture->gpus.size() == 1);
  const RooflineGpu& gpu = found.picture->gpus[0];
  CHECK(gpu.name == "V100");
  CHECK(gpu.gb_per_s == 900);
  REQUIRE(gpu.roofs.size() == 2);  // float16 and float32: there is no TF32, bfloat16 or float8
  CHECK(gpu.roofs[0].format == PeakFormat::Half);
  CHECK(gpu.roofs[0].used);
  CHECK(gpu.roofs[1].used);  // sums of float32
  CHECK(gpu.ridge(gpu.roofs[0]) == doctest::Approx(125e12 / 900e9));
  CHECK(found.picture->unknown_gpu.empty());
  // The ridge of the highest roof lies within the picture.
  CHECK(found.picture->intensity_axis.share(2 * gpu.ridge(gpu.roofs[0])) < 1);
}

TEST_CASE("a GPU that is in no table has points but no roofs, and that is said") {
  const Roofline found(product_and_sum(R"("deviceProperties": [{"id": 0, "name": "Toaster 3"}])"));
  REQUIRE(found.picture);
  CHECK(found.picture->points.size() == 2);
  CHECK(found.picture->gpus.empty());
  CHECK(found.picture->unknown_gpu == "Toaster 3");
  CHECK(found.text(0, "Bound by").empty());
  CHECK(found.text(0, "% of roof").empty());
  CHECK(found.text(0, "TFLOP/s") == "107.4");
}

TEST_CASE("rows of one operator have names that say in what they differ") {
  TraceText trace;
  trace.top_level(kV100);
  const std::string wide = "[[1024,1024],[1024,1024]]", slim = "[[64,1024],[1024,1024]]";
  add_op(trace, 0, "aten::mm", shapes(wide, "c10::Half"), "h884gemm", "40");
  add_op(trace, 1, "aten::mm", shapes(wide, "float"), "sgemm", "30");
  add_op(trace, 2, "aten::mm", shapes(slim, "float"), "sgemm", "20");
  add_op(trace, 3, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "10");
  const Roofline found(trace);
  REQUIRE(found.table.rows.size() == 4);
  CHECK(found.table.rows[0].name == "aten::mm [1024,1024],[1024,1024] Half");
  CHECK(found.table.rows[1].name == "aten::mm [1024,1024],[1024,1024] float");
  CHECK(found.table.rows[2].name == "aten::mm [64,1024],[1024,1024]");
  CHECK(found.table.rows[3].name == "aten::mul");  // there is no other
  CHECK(found.text(1, "Type") == "float");
  // Copies and filters have the operator alone, as it has a column for its shapes.
  CHECK(whole_name(*found.loaded.snapshot, found.table.rows[0]) == "aten::mm");
}

TEST_CASE("rows of one operator with equal shapes and types say how many bytes they move") {
  const auto types = [](const std::string& other) {
    return R"("Input Dims": [[1048576],[1048576]], "Input type": ["float", ")" + other + R"("])";
  };
  TraceText trace;
  trace.top_level(kV100);
  add_op(trace, 0, "aten::mul", types("float"), "elementwise", "40");
  add_op(trace, 1, "aten::mul", types("double"), "elementwise", "30");
  const Roofline found(trace);
  REQUIRE(found.table.rows.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(found.table.rows[i].name == "aten::mul " + found.text(i, "Bytes per call") + "/call");
  }
  CHECK(found.table.rows[0].name != found.table.rows[1].name);
}

TEST_CASE("an operator, its call and its kernel lead to the row of their shapes") {
  const Roofline found(product_and_sum(kV100));
  const Snapshot& trace = *found.loaded.snapshot;
  CHECK(row_of_event(trace, found.table, event_named(trace, "aten::mul")) == 1U);
  CHECK(row_of_event(trace, found.table, event_named(trace, "elementwise")) == 1U);
  CHECK(row_of_event(trace, found.table, event_named(trace, "h884gemm", 1)) == 0U);
  CHECK_FALSE(row_of_event(trace, found.table, EventId::None));
  const DataRow& products = found.table.rows[0];
  REQUIRE(products.places.size() == 2);
  CHECK(next_place(products, products.places[0], true) == products.places[1]);
  CHECK(next_place(products, products.places[1], true) == EventId::None);
  CHECK(next_place(products, products.places[1], false) == products.places[0]);
  CHECK(next_place(products, event_named(trace, "aten::mul"), true) == EventId::None);
}

TEST_CASE("without shapes the roofline says what to record") {
  TraceText bare;
  add_op(bare, 0, "aten::mm", "", "gemm", "20");
  const Roofline found(bare);
  CHECK(found.table.rows.empty());
  CHECK(found.table.empty.find("record_shapes=True") != std::string::npos);
  CHECK(found.picture == nullptr);
  const Roofline host(TraceText().cpu("cpu_op", "aten::mm", "0", "5"));
  CHECK(host.table.empty.find("ProfilerActivity.CUDA") != std::string::npos);
}

}  // namespace lanescope

#include "core/analysis/kernels/kernels.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

TEST_CASE("kernels of one name are one row with their spread and operators") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "5.5"),
      slice("cpu_op", "aten::bmm", "10", "5"),
      slice("cuda_runtime", "cudaLaunchKernel", "1", "1", R"("correlation": 1)"),
      slice("cuda_runtime", "cudaLaunchKernel", "11", "1", R"("correlation": 2)"),
      slice("cuda_runtime", "cudaLaunchKernel", "12", "1", R"("correlation": 3)"),
      gpu_slice("kernel", "gemm", "100", "2", R"("correlation": 1)"),
      gpu_slice("kernel", "gemm", "110", "4", R"("correlation": 2)"),
      gpu_slice("kernel", "gemm", "120", "9", R"("correlation": 3)"),
      gpu_slice("Kernel", "ncclKernel_AllReduce", "130", "1"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "140", "100"),
  });
  const KernelTable found = kernels_by_group(*trace, whole_window());
  REQUIRE(found.rows.size() == 2);
  const KernelRow& gemm = found.rows[0];
  CHECK(trace->text(gemm.name) == "gemm");
  CHECK(gemm.count == 3);
  CHECK(gemm.total_ns == 15'000);
  CHECK(gemm.min_ns == 2'000);
  CHECK(gemm.max_ns == 9'000);
  CHECK(gemm.mean_ns == doctest::Approx(5'000));
  CHECK(gemm.std_ns == doctest::Approx(3605.5512754639891));
  REQUIRE(gemm.ops.size() == 2);
  CHECK(trace->text(gemm.ops[0]) == "aten::bmm");
  CHECK(trace->text(gemm.ops[1]) == "aten::mm");
  CHECK(found.rows[1].gpu_class == GpuClass::Communication);
  CHECK(found.rows[1].std_ns == 0);
  CHECK(found.rows[1].ops.empty());
}

TEST_CASE("kernels outside a chosen range do not count") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "k", "0", "5"), gpu_slice("kernel", "k", "10", "7")});
  const KernelTable found = kernels_by_group(*trace, range_window({10'000, 11'000}));
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].count == 1);
  CHECK(found.rows[0].total_ns == 1'000);  // cut at its end
}

TEST_CASE("a chosen range cuts kernels at both ends, and those that overlap it count") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "k", "0", "10"), gpu_slice("kernel", "k", "20", "4"),
       gpu_slice("kernel", "k", "30", "10"), gpu_slice("kernel", "k", "50", "10")});
  const KernelTable found = kernels_by_group(*trace, range_window({6'000, 33'000}));
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].count == 3);
  CHECK(found.rows[0].total_ns == 4'000 + 4'000 + 3'000);
  CHECK(found.rows[0].min_ns == 3'000);
  CHECK(found.rows[0].max_ns == 4'000);
  CHECK(found.gpu_ns == found.rows[0].total_ns);
}

TEST_CASE("quantiles lie between neighbours, as NumPy has them") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "k", "0", "1.5"), gpu_slice("kernel", "k", "10", "4"),
       gpu_slice("kernel", "k", "20", "2"), gpu_slice("kernel", "k", "30", "8")});
  const KernelTable found = kernels_by_group(*trace, whole_window());
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].median_ns == doctest::Approx(3'000));
  CHECK(found.rows[0].p90_ns == doctest::Approx(6'800));
  CHECK(found.rows[0].p99_ns == doctest::Approx(7'880));
  const auto longest = trace->find_slice(found.rows[0].longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 8'000);
}

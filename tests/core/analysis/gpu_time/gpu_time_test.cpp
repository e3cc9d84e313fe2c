#include "core/analysis/gpu_time/gpu_time.h"

#include <doctest/doctest.h>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/interval_union.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

TEST_CASE("kernels of every communication library are told by their names") {
  const auto is = [](std::string_view name, GpuClass wanted) {
    return classify_gpu_event(CategoryKind::Kernel, name) == wanted;
  };
  CHECK(is("ncclDevKernel_AllReduce_Sum_f32", GpuClass::Communication));
  CHECK(is("void multimem_all_reduce_kernel<16>", GpuClass::Communication));
  CHECK(is("dpsk::ep::internode::combine", GpuClass::Communication));
  CHECK(is("void deep_ep::intranode::dispatch", GpuClass::Communication));
  CHECK(is("dpsk::ep::cuda::get_dispatch_layout", GpuClass::Compute));
  CHECK(is("ampere_sgemm_128x64_tn", GpuClass::Compute));
  CHECK(is("CopyDeviceToDevice", GpuClass::Memory));
  CHECK(is("__amd_rocclr_copyBuffer", GpuClass::Memory));
  CHECK(is("__amd_rocclr_fillBufferAligned.kd", GpuClass::Memory));
  CHECK(classify_gpu_event(CategoryKind::Memset, "nccl") == GpuClass::Memory);
}

TEST_CASE("tensor cores are told by the names of kernels") {
  CHECK(uses_tensor_cores("ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_64x4_nn"));
  CHECK(uses_tensor_cores("nvjet_tst_128x256_64x4"));
  CHECK(uses_tensor_cores("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm>"));
  CHECK(uses_tensor_cores("bmm_Bfloat16_E4m3E4m3_Fp32"));
  CHECK(uses_tensor_cores("ns::bmm_plain<int>::bmm_e5m2"));
  CHECK(!uses_tensor_cores("bmm_plain_float"));
  CHECK(!uses_tensor_cores("bmm_float<e4m3>"));  // of another identifier
  CHECK(!uses_tensor_cores("e4m3_bmm_float"));
  CHECK(!uses_tensor_cores("bmm_e4m"));
  CHECK(!uses_tensor_cores("ampere_sgemm_128x64_tn"));
}

TEST_CASE("matrix cores of AMD are told by the names that its libraries give to kernels") {
  // hipBLASLt and rocBLAS, MIOpen, Composable Kernel, vLLM, rocWMMA.
  for (const char* name :
       {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT320x224x64_MI16x16x1_SN_LDSB0",
        "Cijk_Ailk_Bljk_BBS_BH_MT256x256x32_MI32x32x8x1_SN_1LDSB1",
        "Custom_Cijk_Ailk_Bljk_HHS_BH_MT256x256x32_MI32x32x8x1_SN",
        "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x256x32_wt32x32x8_ws1x2_wr2x2",
        "_ZN2ck16tensor_operation6device12_GLOBAL__N_139kernel_grouped_conv_fwd_xdl_cshuffle_v3I",
        "void paged_attention_ll4mi_QKV_mfma16_kernel<0, __hip_bfloat16>()",
        "kernel_gemm_wmma_cshuffle"}) {
    CAPTURE(name);
    CHECK(uses_tensor_cores(name));
  }
  // Without a matrix instruction; and names that do not tell.
  for (const char* name :
       {"Cijk_Ailk_Bljk_SB_MT64x64x16_SE_K1", "Cijk_Ailk_Bljk_SB_MT64_MI1x1x1_SN",
        "igemm_fwd_gtc_nchw_fp32_bt128x128x8", "attn_fwd", "kernel_gemm_dl_v1r3",
        "triton_red_fused_mm_0", "my_mi16x16"}) {
    CAPTURE(name);
    CHECK_FALSE(uses_tensor_cores(name));
  }
}

TEST_CASE("merged intervals touch nowhere and forget empty ones") {
  const std::vector<TimeRange> intervals{{0, 5}, {1, 2}, {5, 7}, {8, 8}, {9, 10}};
  CHECK(merged(intervals) == std::vector<TimeRange>{{0, 7}, {9, 10}});
}

TEST_CASE("every nanosecond of overlap goes to exactly one combination") {
  const std::vector<TimeRange> a{{0, 10}};
  const std::vector<TimeRange> b{{5, 15}, {20, 30}};
  const std::vector<TimeRange> c{{8, 22}};
  CHECK(overlap_lengths({a, b, c}) == std::array<Ns, 8>{0, 5, 8, 3, 5, 0, 7, 2});
}

TEST_CASE("a device's time is computing, exposed communication, exposed memory or idle") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "gemm", "0", "10"),
      gpu_slice("kernel", "ncclDevKernel_AllReduce", "5", "10", "", "9"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "14", "6", "", "11"),
      gpu_slice("gpu_memset", "Memset", "30", "1", "", "11"),
      gpu_slice("gpu_user_annotation", "step", "0", "500"),
      gpu_slice("kernel", "other device", "100", "7", "", "7", "1"),
  });
  const GpuTime found = analyse_gpu_time(*trace, whole_window());
  REQUIRE(found.devices.size() == 2);
  const GpuTimeDevice& device = found.devices[0];
  CHECK(device.device == 0);
  CHECK(device.events == 4);
  CHECK(device.window == TimeRange{0, 31'000});
  CHECK(device.compute_ns == 10'000);
  CHECK(device.exposed_comm_ns == 5'000);
  CHECK(device.exposed_memory_ns == 6'000);
  CHECK(device.idle_ns == 10'000);
  CHECK(device.busy_ns == 21'000);
  CHECK(device.total_comm_ns == 10'000);
  CHECK(device.total_memory_ns == 7'000);
  CHECK(*device.overlap_pct() == doctest::Approx(50));
  CHECK(found.devices[1].busy_ns == 7'000);
  CHECK(!found.devices[1].overlap_pct());
  const GpuTimeDevice sum = total_gpu_time(found);
  CHECK(sum.events == 5);
  CHECK(sum.busy_ns == 28'000);
}

TEST_CASE("a chosen range clips the events and its length is the span") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "a", "0", "10"), gpu_slice("kernel", "b", "20", "10")});
  const GpuTime found = analyse_gpu_time(*trace, range_window({5'000, 22'000}));
  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].span_ns == 17'000);
  CHECK(found.devices[0].busy_ns == 7'000);
  CHECK(found.devices[0].idle_ns == 10'000);
}

TEST_CASE("a device without work in the range is idle there") {
  const HandMadeTrace trace({gpu_slice("kernel", "a", "0", "10")});
  const GpuTime found = analyse_gpu_time(*trace, range_window({50'000, 60'000}));
  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].idle_ns == 10'000);
}

TEST_CASE("steps bound the window, and what ran before the last step is the HTA window") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "10"),
      slice("user_annotation", "ProfilerStep#2", "10", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "1", "1", R"("correlation": 1)"),
      slice("cuda_runtime", "cudaLaunchKernel", "12", "1", R"("correlation": 2)"),
      gpu_slice("kernel", "in the first", "4", "2", R"("correlation": 1)"),
      gpu_slice("kernel", "in the last", "14", "2", R"("correlation": 2)"),
      gpu_slice("kernel", "an orphan", "17", "1", R"("correlation": 3)"),
  });
  const auto steps = steps_window(*trace);
  REQUIRE(steps);
  CHECK(analyse_gpu_time(*trace, *steps).devices[0].span_ns == 20'000);
  CHECK(analyse_gpu_time(*trace, *steps).devices[0].busy_ns == 5'000);
  const GpuTime hta = analyse_gpu_time(*trace, hta_window(*trace));
  CHECK(hta.devices[0].events == 1);
  CHECK(hta.devices[0].span_ns == 2'000);
}

TEST_CASE("a trace without GPU work or steps has no devices and no steps window") {
  const HandMadeTrace trace({slice("cpu_op", "aten::add", "0", "1")});
  CHECK(analyse_gpu_time(*trace, whole_window()).devices.empty());
  CHECK(!steps_window(*trace));
  CHECK(hta_window(*trace).kind == WindowKind::Whole);
}

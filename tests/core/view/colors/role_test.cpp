#include "core/view/colors/role.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/view/colors/state_look.h"

namespace lanescope {
namespace {

ColorRole kernel(std::string_view name) {
  return role_of(CategoryKind::Kernel, classify_name(name));
}
ColorRole role(CategoryKind kind, std::string_view name) {
  return role_of(kind, classify_name(name));
}

}  // namespace

TEST_CASE("matrix products and convolutions are told by the names of many libraries") {
  for (const char* name :
       {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1",
        "ampere_sgemm_128x64_tn",
        "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x128_32x5_nn_align4>(Params)",
        "Cijk_Ailk_Bljk_BBS_BH_MT256x128x64_MI16x16x16x1_SN_1LDSB0",
        "nvjet_tst_64x16_64x16_2x4_2cta_h_bz_bias_TNT",
        "void wgrad_alg0_engine<float, 128, 5>(int)", "void dgrad_engine<float, 512>(int)",
        "cudnn_infer_volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1",
        "void implicit_convolve_sgemm<float, float>(int)",
        "void splitKreduce_kernel<float>(float*)", "hmma_kernel", "triton_mm_kernel"}) {
    CAPTURE(name);
    CHECK(kernel(name) == ColorRole::Gemm);
  }
}

TEST_CASE("names that only look like products are none") {
  for (const char* name :
       {"void at::native::GammaBetaBackwardCUDAKernel<float>(long)", "convert_element_type_kernel",
        "triton_poi_fused_addmm_convolution_relu_3",
        "void fbgemm_gpu::permute_2D_lengths_kernel<int>(int)",
        "void rms_norm_kernel<cutlass::bfloat16_t>(int)", "void summary_kernel(int)"}) {
    CAPTURE(name);
    CHECK(kernel(name) == ColorRole::Compute);
  }
}

TEST_CASE("native code has a color that no Python has, whatever its name") {
  for (const char* name : {"sgemm (libmkl.so)", "std::vector<int>::push_back (libc10.so)",
                           "ncclAllReduce (libnccl.so)"}) {
    CAPTURE(name);
    CHECK(role(CategoryKind::NativeFrame, name) == ColorRole::CpuOp);
  }
  for (const char* name :
       {"train.py(9): main", "torch/nn/linear.py(114): forward", "<frozen site>(3): main"})
    CHECK(role(CategoryKind::SampledFrame, name) != ColorRole::CpuOp);
}

TEST_CASE("a thread that runs has another color than one that waits, and waits differ") {
  CHECK(role(CategoryKind::ThreadState, "running") == ColorRole::CpuOp);
  CHECK(role(CategoryKind::ThreadState, "running · GIL") == ColorRole::CpuOp);
  for (const char* state :
       {"runnable", "waiting for the GIL", "futex", "read /data/a.bin", "page fault", "read pipe",
        "select", "clock_nanosleep", "waiting", "waiting · GIL"}) {
    CAPTURE(state);
    CHECK(role(CategoryKind::ThreadState, state) == thread_state_role(state));
  }
  // Sleeping is usual, and not as red as a wait for the GIL.
  CHECK(role(CategoryKind::ThreadState, "clock_nanosleep") == ColorRole::Python);
  CHECK(role(CategoryKind::ThreadState, "waiting for the GIL") == ColorRole::Sync);
}

TEST_CASE("sampled frames have the color of whose code they are") {
  CHECK(role(CategoryKind::SampledFrame, "train.py(9): main") == ColorRole::Compute);
  CHECK(role(CategoryKind::SampledLine, "train.py:12") == ColorRole::Compute);
  CHECK(role(CategoryKind::SampledFrame, "torch/nn/linear.py(114): forward") ==
        ColorRole::Attention);
  CHECK(role(CategoryKind::SampledLine, "numpy/core/numeric.py:3") == ColorRole::Attention);
  CHECK(role(CategoryKind::SampledFrame, "threading.py(9): run") == ColorRole::Python);
  CHECK(role(CategoryKind::SampledFrame, "<frozen importlib._bootstrap>(1165): _find_and_load") ==
        ColorRole::Python);
  CHECK(role(CategoryKind::SampledFrame, "torch/utils/data/dataloader.py(633): __next__") ==
        ColorRole::DataLoading);
  // What was recorded, not sampled, is told from operators and not by its file.
  CHECK(role(CategoryKind::PythonFunction, "train.py(9): main") == ColorRole::Python);
}

TEST_CASE("lines are lighter than most functions") {
  constexpr int kLightnesses = 5;
  for (const char* line : {"train.py:1", "train.py:2", "data.py:13", "torch/nn/linear.py:7"}) {
    CAPTURE(line);
    CHECK(shade_of(line) % kLightnesses == kLightnesses - 1);
  }
}

TEST_CASE("attention comes before the products inside it") {
  CHECK(kernel("void flash_fwd_kernel<Flash_fwd_kernel_traits<128>>(Params)") ==
        ColorRole::Attention);
  CHECK(kernel("fmha_cutlassF_bf16_aligned_64x64_rf_sm80(Params)") == ColorRole::Attention);
  CHECK(kernel("paged_attention_ll4mi_QKV_mfma16_kernel") == ColorRole::Attention);
  CHECK(kernel("create_flashinfer_kv_indices") == ColorRole::Compute);
}

TEST_CASE("collectives are told also where no NCCL is in the name") {
  CHECK(kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)") ==
        ColorRole::Communication);
  CHECK(kernel("NCCLKERNEL_x") == ColorRole::Communication);
  CHECK(kernel("multimem_all_reduce_kernel") == ColorRole::Communication);
  CHECK(kernel("void vllm::cross_device_reduce_1stage<float>(int)") == ColorRole::Communication);
  CHECK(role(CategoryKind::CpuOp, "c10d::allreduce_") == ColorRole::Communication);
  CHECK(role(CategoryKind::CpuOp, "record_param_comms") == ColorRole::Communication);
  CHECK(role(CategoryKind::UserAnnotation, "nccl:all_reduce") == ColorRole::Communication);
}

TEST_CASE("copies and fills are told by category, on AMD and in calls by name") {
  CHECK(role(CategoryKind::Memcpy, "Memcpy HtoD (Pageable -> Device)") == ColorRole::Copy);
  CHECK(role(CategoryKind::Memset, "Memset (Device)") == ColorRole::Copy);
  CHECK(kernel("CopyDeviceToDevice") == ColorRole::Copy);
  CHECK(role(CategoryKind::HostCall, "cudaMemcpyAsync") == ColorRole::Copy);
  CHECK(role(CategoryKind::HostCall, "hipMemsetAsync") == ColorRole::Copy);
}

TEST_CASE("calls that block the host are waits") {
  for (const char* name :
       {"cudaDeviceSynchronize", "cudaStreamSynchronize", "hipEventSynchronize", "cuCtxSynchronize",
        "cudaMemcpy", "hipMemcpy", "cuMemcpyDtoH_v2", "hipMemcpyWithStream"}) {
    CAPTURE(name);
    CHECK(role(CategoryKind::HostCall, name) == ColorRole::Sync);
  }
  CHECK(role(CategoryKind::GpuSync, "Stream Wait Event") == ColorRole::Sync);
  CHECK(role(CategoryKind::HostCall, "cudaLaunchKernel") == ColorRole::Python);
}

TEST_CASE("data loading is told on the host only") {
  const char* iterator = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
  CHECK(role(CategoryKind::UserAnnotation, iterator) == ColorRole::DataLoading);
  CHECK(role(CategoryKind::CpuOp, iterator) == ColorRole::DataLoading);
  CHECK(role(CategoryKind::PythonFunction, "torch/utils/data/dataloader.py(633): __next__") ==
        ColorRole::DataLoading);
  CHECK(role(CategoryKind::PythonFunction, "train.py(3): __next__") == ColorRole::Python);
}

TEST_CASE("steps are annotations, also in files that call them operators") {
  CHECK(role(CategoryKind::UserAnnotation, "ProfilerStep#3") == ColorRole::Annotation);
  CHECK(role(CategoryKind::CpuOp, "ProfilerStep#3") == ColorRole::Annotation);
  CHECK(role(CategoryKind::CpuOp, "Optimizer.step#SGD.step") == ColorRole::Annotation);
  CHECK(role(CategoryKind::CpuOp, "aten::conv2d") == ColorRole::CpuOp);
}

TEST_CASE("an unknown category goes by the name alone") {
  CHECK(role(CategoryKind::Other, "MatMulV2") == ColorRole::Gemm);
  CHECK(role(CategoryKind::Other, "something") == ColorRole::CpuOp);
}

TEST_CASE("names of any length and content are survived") {
  CHECK(kernel("") == ColorRole::Compute);
  CHECK(kernel(std::string(100'000, 'x') + "gemm") == ColorRole::Compute);
  CHECK(kernel("\xff\xfe(((") == ColorRole::Compute);
}

TEST_CASE("a table gives the same answers and the same shade for the same name in every trace") {
  StringPool first;
  StringPool second;
  second.intern("something before it");
  const StringId a = first.intern("sgemm_kernel");
  const StringId b = second.intern("sgemm_kernel");
  RoleTable one(first.freeze());
  RoleTable two(second.freeze());
  CHECK(one.role(a, CategoryKind::Kernel) == ColorRole::Gemm);
  CHECK(one.shade(a) == two.shade(b));
  CHECK(one.tint(a, CategoryKind::Kernel).shade == shade_of("sgemm_kernel"));
  CHECK(one.role(StringId{9999}, CategoryKind::Kernel) == ColorRole::Compute);
}

TEST_CASE("names spread over the shades") {
  std::set<int> shades;
  for (int i = 0; i < 500; ++i) shades.insert(shade_of("aten::op_" + std::to_string(i)));
  CHECK(shades.size() == RoleTable::kShades);
}

}  // namespace lanescope

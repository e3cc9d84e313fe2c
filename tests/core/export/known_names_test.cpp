#include "core/export/known_names.h"

#include <string>

#include <doctest/doctest.h>

#include "core/base/process_curves.h"
#include "core/export/known_words.h"
#include "core/store/curve_names.h"

using namespace lanescope;

TEST_CASE("words of the field are known, in any case and joined in any way") {
  CHECK(has_only_known_words("splitKreduce_kernel"));
  CHECK(has_only_known_words("Stream Wait Event"));
  CHECK(has_only_known_words("Input Dims"));
  CHECK(has_only_known_words("graph node created (ns)"));
  CHECK(has_only_known_words("pthread_cond_timedwait"));
  CHECK(has_only_known_words("GEMMKernel_128x64"));
  CHECK_FALSE(has_only_known_words("manhattan_kernel"));
  CHECK_FALSE(has_only_known_words("ManhattanKernel"));
  CHECK_FALSE(has_only_known_words("gemm \xC3\xA9t\xC3\xA9"));
  CHECK_FALSE(has_only_known_words(std::string(1U << 20, '1')));
}

TEST_CASE("what may be a network address is not known") {
  CHECK_FALSE(has_only_known_words("ip-172-31-16-248"));
  CHECK_FALSE(has_only_known_words("10.0.0.1"));
  CHECK_FALSE(is_plain_value("10.0.0.1"));
}

TEST_CASE("numbers, lists of them, and constants are plain values") {
  for (const std::string_view value : {"", "12", "-1.5e-3", "0x7f00AB", "[4, 8]", "[0, 1, ..., 31]",
                                       "True", "[1, None, inf]", "((1, 2), (3))"}) {
    CAPTURE(value);
    CHECK(is_plain_value(value));
  }
  for (const std::string_view value : {"secret", "0xzz", "12 apples", "[1, face]", "a", "e"}) {
    CAPTURE(value);
    CHECK_FALSE(is_plain_value(value));
  }
}

TEST_CASE("operators of PyTorch and of libraries are known, others are not") {
  for (const std::string_view name :
       {"aten::mm", "aten::_to_copy", "c10d::allreduce_", "record_param_comms", "AddmmBackward0",
        "autograd::engine::evaluate_function: MulBackward0", "torch::autograd::AccumulateGrad",
        "torchvision::nms", "fbgemm::dense_to_jagged"}) {
    CAPTURE(name);
    CHECK(is_known_op(name));
  }
  for (const std::string_view name :
       {"acme::attention", "ManhattanBackward0", "ManhattanBackward", "aten::mm secret",
        "aten::mm/home/alice", "autograd::engine::evaluate_function: ManhattanBackward",
        "torch::autograd::CppNode<acme::Manhattan>", "forward"}) {
    CAPTURE(name);
    CHECK_FALSE(is_known_op(name));
  }
}

TEST_CASE("ranges that PyTorch marks are known, those of the user are not") {
  for (const std::string_view name :
       {"ProfilerStep#3", "Optimizer.step#AdamW.step", "Optimizer.zero_grad#SGD.zero_grad",
        "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "nccl:all_reduce",
        "ncclAllReduce", "Paused", "DistributedDataParallel.forward", "Torch-Compiled Region: 0/1",
        "[memory]",
        "## Call CompiledFxGraph fp5r5pk7bndvtfxhvsvzndl5pa42kyv4kgpya5imdcl36x5bf6lh ##"}) {
    CAPTURE(name);
    CHECK(is_known_range(name));
  }
  for (const std::string_view name :
       {"forward", "ProfilerStep#three", "Optimizer.step#Manhattan.step", "nccl:manhattan",
        "ncclManhattan", "nccl", "Torch-Compiled Region: acme", "## forward ##",
        "## Call CompiledFxGraph alice ##", "enumerate(DataLoader)#AcmeIter.__next__"}) {
    CAPTURE(name);
    CHECK_FALSE(is_known_range(name));
  }
}

TEST_CASE("kernels of libraries are known by every name in their signature") {
  for (const std::string_view name :
       {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
        "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
        "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 3, 64>"
        "(float*)",
        "ampere_sgemm_128x64_tn",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage"
        "<4096ul>)",
        "triton_poi_fused_add_mul_3", "Memcpy HtoD (Pageable -> Device)", "Memset (Device)",
        "Memcpy PtoP (Device -> Device)",
        "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4>(cutlass_80_"
        "tensorop_s1688gemm_128x128_16x5_nn_align4::Params)",
        "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x256",
        "nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNT",
        "void splitKreduce_kernel<float, float>(cublasSplitKParams<float>, float const*)"}) {
    CAPTURE(name);
    CHECK(is_known_kernel(name));
  }
  for (const std::string_view name :
       {"void acme::manhattan<float>(float*)", "manhattan_kernel",
        "void at::native::elementwise_kernel<128, 4, acme::Manhattan>(int)",
        "void at::native::elementwise_kernel<128, 4, Manhattan>(int)", "ampere_manhattan_kernel",
        "triton_poi_fused_manhattan_3", "void cub::Reduce<AlicesPolicy>()", "128manhattan",
        "gemm_manhattan2", "void cutlass::Kernel2<int>::manhattan()", "_ZN4acme9manhattanEv",
        "gemm_\xC3\xA9t\xC3\xA9", "void at::native::f<1>(int)\n/home/alice"}) {
    CAPTURE(name);
    CHECK_FALSE(is_known_kernel(name));
  }
}

TEST_CASE("calls, devices, threads and processes are known by what drivers and profilers write") {
  CHECK(is_known_call("cudaLaunchKernel"));
  CHECK(is_known_call("hipExtModuleLaunchKernel"));
  CHECK(is_known_call("cuLaunchKernelEx"));
  CHECK_FALSE(is_known_call("customManhattan"));
  CHECK_FALSE(is_known_call("cudaManhattan"));
  CHECK(is_known_device("NVIDIA H100 80GB HBM3"));
  CHECK(is_known_device("AMD Instinct MI300X VF"));
  CHECK(is_known_device("Tesla V100-SXM2-32GB"));
  CHECK_FALSE(is_known_device("Alice's GPU"));
  CHECK_FALSE(is_known_device("NVIDIA Projectx78"));
  CHECK(is_known_process("python3.13"));
  CHECK(is_known_process("GPU 3"));
  CHECK_FALSE(is_known_process("python-acme"));
  CHECK_FALSE(is_known_process("acme_server"));
  CHECK(is_known_thread("thread 25738 (python)"));
  CHECK(is_known_thread("stream 7"));
  CHECK(is_known_thread("thread 12 (pt_main_thread)"));
  CHECK_FALSE(is_known_thread("thread 12 (alice)"));
  CHECK_FALSE(is_known_thread("alice"));
  for (const std::string_view curve : kRecordedCurves) CHECK(is_known_counter(curve));
  for (const std::string_view curve : kProcessCurves) CHECK(is_known_counter(curve));
  CHECK(is_known_counter("sm__cycles_active.avg"));
  CHECK_FALSE(is_known_counter("loss"));
  CHECK(is_known_category("cuda_runtime"));
  CHECK(is_known_category("Kernel"));
  CHECK_FALSE(is_known_category("acme_runtime"));
  CHECK_FALSE(is_known_category("acme"));
}

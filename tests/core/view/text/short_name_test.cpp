#include "core/view/text/short_name.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a kernel loses its return type, namespaces and parameters") {
  CHECK(short_name("void splitKreduce_kernel<float, 2>(float*, int)") ==
        "splitKreduce_kernel<float, …>");
  CHECK(short_name("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long)") ==
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  CHECK(short_name("void (anonymous namespace)::softmax_warp_backward<float>(float*)") ==
        "softmax_warp_backward<float>");
  CHECK(short_name("cuda::unique_group_indices_impl(long*, int, int, int)") ==
        "unique_group_indices_impl");
}

TEST_CASE("an elementwise kernel is known by its functor") {
  CHECK(short_name("void at::native::vectorized_elementwise_kernel<4, "
                   "at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, "
                   "at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)") ==
        "vectorized_elementwise_kernel<CUDAFunctor_add<float>>");
  CHECK(short_name("void at::native::vectorized_elementwise_kernel<4, at::native::BUnaryFunctor<"
                   "c10::BFloat16, c10::BFloat16, c10::BFloat16, "
                   "at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2> "
                   ">(int)") == "vectorized_elementwise_kernel<MulFunctor<float>>");
  CHECK(short_name("void at::native::elementwise_kernel<128, 2, void "
                   "at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<float> >("
                   "at::TensorIteratorBase&, at::native::CUDAFunctor_add<float> "
                   "const&)::{lambda(int)#1}>(int)") ==
        "elementwise_kernel<CUDAFunctor_add<float>>");
  CHECK(
      short_name("void at::native::unrolled_elementwise_kernel<at::native::AUnaryFunctor<long, "
                 "long, bool, at::native::(anonymous namespace)::CompareEqFunctor<long> >, "
                 "at::detail::Array<char*, 2>, TrivialOffsetCalculator<1, unsigned int> >(int)") ==
      "unrolled_elementwise_kernel<CompareEqFunctor<long>>");
}

TEST_CASE("a lambda is called by the function it is written in, and the type it works on") {
  const std::string lambdas =
      "(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}::operator()() "
      "const::{lambda(float)#1}";
  CHECK(short_name("void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl<"
                   "at::native::direct_copy_kernel_cuda" +
                   lambdas + ">(at::TensorIteratorBase&, at::native::direct_copy_kernel_cuda" +
                   lambdas + " const&)::{lambda(int)#1}>(int)") ==
        "elementwise_kernel<direct_copy_kernel_cuda, float>");
  CHECK(short_name("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
                   "namespace)::launch_clamp_scalar" +
                   lambdas + ", at::detail::Array<char*, 2> >(int)") ==
        "vectorized_elementwise_kernel<launch_clamp_scalar, float>");
  CHECK(short_name("void at::native::index_elementwise_kernel<128, 4, at::native::gpu_index_kernel<"
                   "at::native::index_kernel_impl<at::native::OpaqueType<8> >("
                   "at::TensorIteratorBase&)::{lambda(char*, char const*, long)#1}>("
                   "at::TensorIteratorBase&)::{lambda(int)#1}>(long)") ==
        "index_elementwise_kernel<index_kernel_impl<OpaqueType<8>>>");
  CHECK(short_name("void at::native::_scatter_gather_elementwise_kernel<128, 4, "
                   "at::native::_cuda_scatter_gather_internal_kernel<true, float>::operator()<"
                   "at::native::ReduceAdd>(at::TensorIterator&)::{lambda(int)#1}>(int)") ==
        "_scatter_gather_elementwise_kernel<ReduceAdd>");
  CHECK(
      short_name("void at::native::vectorized_elementwise_kernel<4, "
                 "at::native::bitwise_not_kernel_cuda(at::TensorIteratorBase&)::{lambda(bool)#1}, "
                 "at::detail::Array<char*, 2> >(int)") ==
      "vectorized_elementwise_kernel<bitwise_not_kernel_cuda, bool>");
}

TEST_CASE("a reduction is known by what it reduces with, a list kernel by what it does to each") {
  CHECK(short_name("void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
                   "at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<"
                   "c10::BFloat16, float, c10::BFloat16>::operator()(at::TensorIterator&)::{lambda("
                   "float, float)#1}>, unsigned int, c10::BFloat16, 4, 8> >(int)") ==
        "reduce_kernel<sum_functor<BFloat16>>");
  CHECK(short_name("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<long, "
                   "at::native::MaxOps<long>, unsigned int, long, 4> >(int)") ==
        "reduce_kernel<MaxOps<long>>");
  CHECK(short_name("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<"
                   "at::native::(anonymous namespace)::TensorListMetadata<2>, "
                   "at::native::(anonymous namespace)::UnaryOpFunctor<float, 2, 1, 1>, "
                   "at::native::Sqrt<float> >(int)") ==
        "multi_tensor_apply_kernel<UnaryOpFunctor<float>, Sqrt<float>>");
  CHECK(short_name("void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 "
                   "vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&)), true>(int)") ==
        "act_and_mul_kernel<silu_kernel<BFloat16>>");
}

TEST_CASE("of other template arguments the first stays, and a type after a number") {
  CHECK(short_name("void at::native::vectorized_elementwise_kernel<4, ...>(int, ...)") ==
        "vectorized_elementwise_kernel<4, …>");
  CHECK(short_name("void multi_tensor_apply_kernel<TensorListMetadata<4>, int>(int)") ==
        "multi_tensor_apply_kernel<TensorListMetadata<4>, …>");
  CHECK(short_name("void foo::bar<int>::kernel<7>(int)") == "kernel<7>");
  CHECK(short_name("void cutlass::Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16>("
                   "cutlass_80_wmma::Params)") ==
        "Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16>");
  CHECK(short_name("void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<"
                   "(int)64, (int)128, (int)128, (int)4, false>, (bool)0>(int)") ==
        "flash_fwd_kernel<Flash_fwd_kernel_traits<64, …>, …>");
  CHECK(
      short_name("void at::native::(anonymous namespace)::groupnorm<__hip_bfloat16, 1024u>(int)") ==
      "groupnorm<__hip_bfloat16, …>");
  CHECK(short_name("void cub::DeviceReduceKernel<thrust::plus<>, int>(int)") ==
        "DeviceReduceKernel<plus>");
}

TEST_CASE("NVIDIA's demangler, as of Nsight Systems, gives the same names as the GNU one") {
  const std::string lambdas =
      "(at::TensorIteratorBase &)::[lambda() (instance 3)]::operator ()() const::[lambda() "
      "(instance 7)]::operator ()() const::[lambda(float) (instance 1)]";
  CHECK(short_name("void at::native::elementwise_kernel<(int)128, (int)2, void "
                   "at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda" +
                   lambdas +
                   ">(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>"
                   "(int, T3)") == "elementwise_kernel<direct_copy_kernel_cuda, float>");
  CHECK(short_name("void at::native::elementwise_kernel<(int)128, (int)2, void "
                   "at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, "
                   "float, at::native::binary_internal::MulFunctor<float>>>(at::TensorIteratorBase "
                   "&, const T1 &)::[lambda(int) (instance 1)]>(int, T3)") ==
        "elementwise_kernel<MulFunctor<float>>");
  CHECK(
      short_name("void at::native::vectorized_elementwise_kernel<(int)4, void "
                 "at::native::<unnamed>::pow_tensor_scalar_kernel_impl<float, float>("
                 "at::TensorIteratorBase &, T2)::[lambda(float) (instance 1)], std::array<char *, "
                 "(unsigned long)2>>(int, T2, T3)") ==
      "vectorized_elementwise_kernel<pow_tensor_scalar_kernel_impl<float>, float>");
  CHECK(short_name("void at::native::reduce_kernel<(int)512, (int)1, at::native::ReduceOp<float, "
                   "at::native::func_wrapper_t<float, at::native::sum_functor<float, float, float>"
                   "::operator ()(at::TensorIterator &)::[lambda(float, float) (instance 1)]>, "
                   "unsigned int, float, (int)4>>(T3)") == "reduce_kernel<sum_functor<float>>");
  CHECK(short_name("void at::native::<unnamed>::vectorized_layer_norm_kernel<float, float, "
                   "(bool)0>(int, T2, const T1 *)") == "vectorized_layer_norm_kernel<float, …>");
  CHECK(short_name("void <unnamed>::softmax_warp_backward<float>(float *)") ==
        "softmax_warp_backward<float>");
}

TEST_CASE("names of libraries stay as they are") {
  for (const char* name :
       {"triton_poi_fused_add_native_layer_norm_0", "ampere_sgemm_128x32_nn",
        "nvjet_tst_144x128_64x6_2x1_v_bz_bias_TNN", "fmha_cutlassF_f32_aligned_64x64_rf_sm80",
        "sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x32x64",
        "Cijk_Alik_Bljk_BBS_BH_MT64x512x32"}) {
    CHECK(short_name(name) == name);
  }
  CHECK(short_name("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x512x32_MI16x16x1_SN_LDSB0") ==
        "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x512x32_MI16x16x1…");
}

TEST_CASE("the descriptor of an AMD kernel has the kernel's name") {
  CHECK(short_name("gemm_fusion_dot_6.kd") == "gemm_fusion_dot_6");
  CHECK(short_name("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256EEvPT0_.kd") ==
        "add_rmsnorm_quant_kernel");
  CHECK(short_name("open notes.kd") == "open notes.kd");
  CHECK(short_name(".kd") == ".kd");
}

TEST_CASE("a return type made of templates is left out") {
  CHECK(short_name("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, "
                   "void>::type vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(long, int)") ==
        "fused_add_rms_norm_kernel<BFloat16, …>");
}

TEST_CASE("the entry point of Composable Kernel has the name of the kernel that it runs") {
  const std::string fmha =
      "ck_tile::FmhaFwdKernel<ck_tile::BlockFmhaPipelineQRKSVSAsync<ck_tile::half_t, 128> >";
  CHECK(short_name("void ck_tile::kentry<ck_tile::gfx950_t, 2, " + fmha + ", " + fmha +
                   "::FmhaFwdBatchModeKargs>(" + fmha + "::FmhaFwdBatchModeKargs)") ==
        "FmhaFwdKernel");
  CHECK(short_name("void ck_tile::kentry<256, 1, ck_tile::RmsNorm<float>, int>(int)") ==
        "RmsNorm<float>");
  CHECK(short_name("void ck_tile::kentry<256>(int)") == "kentry<256>");
}

TEST_CASE("a mangled name gives its last component") {
  CHECK(short_name("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256EEvPT0_") ==
        "add_rmsnorm_quant_kernel");
  CHECK(short_name("_Z6kernelPf") == "kernel");
  CHECK(short_name("_Z") == "_Z");
  CHECK(short_name("_ZN99x") == "_ZN99x");
}

TEST_CASE("what is no C++ function is left alone") {
  for (const char* name :
       {"aten::add", "train.py(41): step", "Memcpy HtoD (Pageable -> Device)", "Memset (Device)",
        "ProfilerStep#3", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
        "<built-in method add of type object at 0x7f>", "nn.Module: Linear_0",
        "autograd::engine::evaluate_function: AddmmBackward0", "<string>(2): __init__",
        "torch/nn/modules/module.py(1527): _call_impl", "a < b", "", "[memory]",
        "forward pass(batch 3)", "Optimizer.step#SGD.step", "PyTorch Profiler (0)"}) {
    CHECK(short_name(name) == name);
  }
  CHECK(short_name("  stream 7 ") == "stream 7");
}

TEST_CASE("names that break off are survived") {
  for (const char* name : {"void x<", "void x<a, b<c", "foo(", "x<>", "void ", "<", "(",
                           "a::<b>(c)", "void f<(", "operator()(int)", "operator ()", "<unnamed>",
                           "void <unnamed>::[lambda(", "_ZN18446744073709551616x"}) {
    CAPTURE(name);
    CHECK(short_name(name).size() <= std::string_view(name).size() + 8);
  }
  const std::string deep = "void f<" + std::string(200'000, '<') + ">(int)";
  CHECK(!short_name(deep).empty());
}

TEST_CASE("short names are made once for each string") {
  StringPool pool;
  const StringId kernel = pool.intern("void kernel<4>(int)");
  const StringId op = pool.intern("aten::add");
  ShortNames names(pool.freeze());
  const std::string_view first = names.of(kernel);
  CHECK(first == "kernel<4>");
  CHECK(names.of(kernel).data() == first.data());
  CHECK(names.of(op) == "aten::add");
  CHECK(names.of(StringId{1000}).empty());
  CHECK(ShortNames().of(kernel).empty());
}

}  // namespace lanescope

#include "core/view/short_name.h"

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

TEST_CASE("of the template arguments those stay that tell kernels apart") {
  CHECK(short_name("void at::native::vectorized_elementwise_kernel<4, ...>(int, ...)") ==
        "vectorized_elementwise_kernel<4, …>");
  CHECK(short_name(
            "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
            "std::array<char*, 1ul> >(int, at::native::FillFunctor<float>)") ==
        "vectorized_elementwise_kernel<4, FillFunctor, …>");
  CHECK(
      short_name("void at::native::vectorized_elementwise_kernel<4, "
                 "at::native::neg_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() "
                 "const::{lambda(float)#1}, at::detail::Array<char*, 2> >(int)") ==
      "vectorized_elementwise_kernel<4, neg_kernel_cuda, …>");
  CHECK(short_name("void multi_tensor_apply_kernel<TensorListMetadata<4>, int>(int)") ==
        "multi_tensor_apply_kernel<TensorListMetadata<4>, …>");
  CHECK(short_name("void at::native::elementwise_kernel<128, 2, "
                   "at::native::gpu_kernel_impl<at::native::CUDAFunctor_add<float> >(int)>(int)") ==
        "elementwise_kernel<128, …>");
  CHECK(short_name("void foo::bar<int>::kernel<7>(int)") == "kernel<7>");
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
        "torch/nn/modules/module.py(1527): _call_impl", "a < b", "", "[memory]"}) {
    CHECK(short_name(name) == name);
  }
  CHECK(short_name("  stream 7 ") == "stream 7");
}

TEST_CASE("names that break off are survived") {
  for (const char* name :
       {"void x<", "void x<a, b<c", "foo(", "x<>", "void ", "<", "(", "a::<b>(c)", "void f<(",
        "operator()(int)", "_ZN18446744073709551616x"}) {
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

#include "core/compare/cpp_spelling.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("kernels are spelled the same, whichever demangler named them") {
  CHECK(cpp_spelling("void at::native::<unnamed>::layer_norm<float, (unsigned int)4, (bool)0>(int, "
                     "const T1 *, T2)") ==
        cpp_spelling("void at::native::(anonymous namespace)::layer_norm<float, 4u, false>(int, "
                     "float const*, float)"));
  CHECK(
      cpp_spelling("void k<(int)128, void impl<Add<float>>(Iterator &, const T1 &)::[lambda(int) "
                   "(instance 1)], std::array<char *, (unsigned long)3>>(int, T3)") ==
      cpp_spelling("void k<128, impl<Add<float> >(Iterator&, Add<float> const&)::{lambda(int)#1}, "
                   "std::array<char*, 3ul> >(int, impl<Add<float> >(Iterator&, Add<float> "
                   "const&)::{lambda(int)#1})"));
  CHECK(cpp_spelling("copy(B &)::[lambda() (instance 3)]::operator ()() const::[lambda(float) "
                     "(instance 12)]") ==
        cpp_spelling("copy(B&)::{lambda()#3}::operator()() const::{lambda(float)#12}"));
}

TEST_CASE("kernels that differ are spelled differently") {
  const char* const different[] = {
      "void k<4>(int)",
      "void k<8>(int)",
      "void k<unsigned int>(T1)",
      "void k<int>(T1)",
      "void k<f()::{lambda(float)#1}>(int)",
      "void k<f()::{lambda(double)#1}>(int)",
      "void k<f()::{lambda(float)#2}>(int)",
      "void k<true>(int)",
      "void k<false>(int)",
  };
  for (const char* const a : different) {
    for (const char* const b : different) CHECK((cpp_spelling(a) == cpp_spelling(b)) == (a == b));
  }
}

TEST_CASE("what is no C++ name, or was truncated, keeps its spelling") {
  for (const char* const name :
       {"Memcpy HtoD (Pageable -> Device)", "nvjet_tst_192x192_64x4", "train.py(12): <lambda>",
        "void k<f(int>", "void k<[lambda(int) (instance", "void k<{lambda(", ""})
    CHECK(cpp_spelling(name) == name);
}

#include "core/base/text/demangle.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// "S_", "S0_" … "S9_", "SA_" …: what stands for the nth type that the name has spelled so far.
std::string back_reference(int nth) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return nth == 0 ? "S_" : std::string("S") + kDigits[static_cast<std::size_t>(nth - 1)] + "_";
}

/// A function of P<A, A>, of P of two of these, of P of two of those …
std::string doubling_name(int levels) {
  std::string name = "_Z1f1PI1A" + back_reference(1) + "E";
  for (int k = 2; k <= levels; ++k) name += "S_I" + back_reference(k) + back_reference(k) + "E";
  return name;
}

}  // namespace

TEST_CASE("mangled names are read as they were written") {
  CHECK(demangled("_ZN2at3addEf", 100) == "at::add(float)");
  CHECK(demangled(doubling_name(2), 100) == "f(P<A, A>, P<P<A, A>, P<A, A> >)");
  CHECK_FALSE(demangled("ampere_sgemm_128x64_tn", 100));
  CHECK_FALSE(demangled("_ZN2at", 100));
  CHECK_FALSE(demangled("", 100));
}

TEST_CASE("the short name of a function of C is no type of C++") {
  for (const char* const name : {"f", "d", "i", "w", "x", "Pv", "v", "St", "_", "__", "Z", "Z1f"}) {
    CAPTURE(name);
    CHECK_FALSE(demangled(name, 100));
  }
}

TEST_CASE("mangled names of macOS have more underscores") {
  CHECK(demangled("__ZN2at3addEf", 100) == "at::add(float)");
  CHECK(demangled("___ZN2at3addEf", 100) == "at::add(float)");
  CHECK_FALSE(demangled("____ZN2at3addEf", 100));
}

TEST_CASE("a short name that stands for more than memory holds stays mangled") {
  CHECK(demangled("_ZN2at3addEf", 14) == "at::add(float)");
  CHECK_FALSE(demangled("_ZN2at3addEf", 13));
  CHECK_FALSE(demangled(doubling_name(35), 100'000));  // 2^35 times "A"
}

}  // namespace lanescope

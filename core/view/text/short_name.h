// Names as people say them: kernels without the noise of C++, and titles that would be equal told
// apart.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/text/string_table.h"

namespace lanescope {

/// A demangled C++ function without return type, namespaces and parameters, and with only those of
/// its template arguments that tell kernels apart. These are the functor or the function that an
/// elementwise loop or a reduction runs, with the type it works on:
/// "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, …>(…)" gives
/// "vectorized_elementwise_kernel<FillFunctor<float>>", and a lambda has the name of the function
/// it is written in, "elementwise_kernel<direct_copy_kernel_cuda, float>". Of other kernels they
/// are the first one and, when that is a number, the second. Of a mangled name its last component,
/// of one of AMD's GEMM kernels what comes before its tuning parameters. What is no C++ function
/// ("aten::add", "train.py(41): step", "Memcpy HtoD (…)", "ProfilerStep#3") is left alone but for
/// surrounding spaces. Cost: linear in the name, times the depth of templates.
std::string short_name(std::string_view name);

/// Short names by StringId, made when first asked for. One thread.
class ShortNames {
 public:
  ShortNames() = default;
  explicit ShortNames(std::shared_ptr<const StringTable> strings) : strings_(std::move(strings)) {}
  [[nodiscard]] bool is_for(const std::shared_ptr<const StringTable>& strings) const {
    return strings_ == strings;
  }

  /// Stays good until the table is destroyed or replaced.
  std::string_view of(StringId name);

 private:
  std::shared_ptr<const StringTable> strings_;
  // Null where not asked for yet, or the same as the name.
  std::vector<std::unique_ptr<const std::string>> names_;
  std::vector<bool> known_;
};

// Titles of rows that would be equal, told apart.

/// Adds to titles that are equal the words in which their whole names differ: two "gemm<float>"
/// become "gemm<float> [128]" and "gemm<float> [256]". Names that are equal too, and those that
/// differ too late, are numbered. As many names as titles. Cost: n log n and the names.
void tell_apart(std::vector<std::string>& titles, std::span<const std::string_view> names);

}  // namespace lanescope

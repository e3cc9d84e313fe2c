// Short, readable names: kernels without C++ boilerplate, and titles made distinct.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/text/string_table.h"

namespace lanescope {

/// A demangled C++ function without return type, namespaces and parameters, and with only the
/// template arguments that distinguish kernels: the functor or function that an elementwise loop or
/// a reduction runs, with its type:
/// "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, …>(…)"
/// becomes "vectorized_elementwise_kernel<FillFunctor<float>>". A lambda is named after the
/// function that contains it: "elementwise_kernel<direct_copy_kernel_cuda, float>". Other kernels
/// keep the first argument and, if that is a number, the second. A mangled name is reduced to its
/// last component, a name of one of AMD's GEMM kernels to the part before its tuning parameters,
/// and the descriptor of an AMD kernel, "reduce.kd", to the kernel's name.
/// Anything that is not a C++ function ("aten::add", "train.py(41): step", "Memcpy HtoD (…)",
/// "ProfilerStep#3") is only trimmed. Cost: linear in the name, times the depth of templates.
std::string short_name(std::string_view name);

/// Short names by StringId, computed on demand. Single-threaded.
class ShortNames {
 public:
  ShortNames() = default;
  explicit ShortNames(std::shared_ptr<const StringTable> strings) : strings_(std::move(strings)) {}
  [[nodiscard]] bool is_for(const std::shared_ptr<const StringTable>& strings) const {
    return strings_ == strings;
  }

  /// Valid until the table is destroyed or replaced.
  std::string_view of(StringId name);

 private:
  std::shared_ptr<const StringTable> strings_;
  // Null if not requested yet, or the same as the name.
  std::vector<std::unique_ptr<const std::string>> names_;
  std::vector<bool> known_;
};

/// Makes equal titles distinct by adding the words in which their full names differ: two
/// "gemm<float>" become "gemm<float> [128]" and "gemm<float> [256]". Equal names, and names that
/// differ too late, are numbered. `names` and `titles` must have the same size. Cost: n log n and
/// the names.
void tell_apart(std::vector<std::string>& titles, std::span<const std::string_view> names);

/// The same, but titles of one full name stay equal: for rows that differ in something else too.
void tell_names_apart(std::vector<std::string>& titles, std::span<const std::string_view> names);

}  // namespace lanescope

// The texts in which XLA's profilers pack the figures of kernels and copies, such as
// "regs:32 static_shared:0 dynamic_shared:4096 grid:1280,1,1 block:256,1,1 occ_pct:50".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

using Extent3 = std::array<std::int64_t, 3>;

struct KernelFigures {
  std::optional<std::int64_t> registers, shared_bytes, private_bytes;
  std::optional<Extent3> grid, block;
  std::optional<double> occupancy_percent;  // theoretical; none if it was not computed
  /// Some versions for ROCm write memory that nobody has set: no GPU gives a thread that many
  /// registers. These and the bytes beside them are left out.
  bool are_implausible = false;
};

KernelFigures read_kernel_figures(std::string_view details);

struct CopyFigures {
  std::string_view from, to;  // kinds of memory, as torch.profiler writes them; empty if unknown
  std::optional<std::int64_t> bytes;
};

/// Also for fills and allocations, which have only one kind of memory: `to`.
CopyFigures read_copy_figures(std::string_view details);

/// "Memcpy HtoD (Pageable -> Device)" for "MemcpyH2D", as torch.profiler writes it; other names are
/// kept.
std::string copy_name(std::string_view name, const CopyFigures& figures);

}  // namespace lanescope

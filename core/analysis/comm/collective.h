// What a collective transferred among which ranks, and its bandwidth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/base/time.h"

namespace lanescope {

struct Collective {
  std::string name;   // "allreduce", as in the file
  std::string dtype;  // "BFloat16"
  std::optional<std::int64_t> in_elements, out_elements;
  std::optional<std::int64_t> group_size;
  std::string group;  // name and description: "0 · default_pg"
  std::string ranks;  // "[0, 1]"
  /// Of the input for reductions and all-to-alls, else of the larger side.
  std::optional<std::int64_t> bytes;
  // Bytes per nanosecond of its own duration, which includes waiting for other ranks. nullopt if
  // the size or kind of collective is unknown, or it is not GPU work.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s;
};

/// The arguments of collectives that are looked at, for read_arguments().
inline constexpr std::array<std::string_view, 12> kCollectiveArguments = {
    "Collective name",
    "dtype",
    "In msg nelems",
    "Out msg nelems",
    "Group size",
    "Process Group Name",
    "Process Group ID",
    "Process Group Description",
    "Process Group Ranks",
    "Src Rank",
    "Dst Rank",
    "Seq"};

/// Parses the arguments of a kernel or its record_param_comms; nullopt without "Collective name".
/// `gpu_ns` is the duration of the kernel; 0 for host events. Pure.
std::optional<Collective> collective_of(const JsonValue& args, Ns gpu_ns);

/// Bytes per element of a c10 type as spelled in collectives; nullopt if unknown.
std::optional<std::int64_t> element_bytes(std::string_view dtype);

/// The ratio of bus bandwidth to algorithm bandwidth among n ranks, as defined in PERFORMANCE.md of
/// nccl-tests; nullopt for collectives that transfer no data. In an all-to-all, 1/n of the message
/// stays local, so with two ranks half of it uses the bus.
std::optional<double> bus_factor(std::string_view collective, std::int64_t ranks);

}  // namespace lanescope

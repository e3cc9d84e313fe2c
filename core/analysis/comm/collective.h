// What a collective moved among whom, and how well it used the wires.
#pragma once

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
  std::string group;                  // name and what it is for: "0 · default_pg"
  std::string ranks;                  // "[0, 1]"
  std::optional<std::int64_t> bytes;  // of the larger side for gathers, else of the input
  // Bytes per nanosecond of own duration, waiting for other ranks included. nullopt where the size
  // or the kind of collective is not known, or it is not GPU work.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s;
};

/// Of arguments with "Collective name", those of the kernel or of its record_param_comms.
/// `gpu_ns`: how long the kernel ran; 0 for host events. Pure.
std::optional<Collective> collective_of(const JsonValue& args, Ns gpu_ns);

/// Bytes of one element of a c10 type as collectives spell it; nullopt for unknown ones.
std::optional<std::int64_t> element_bytes(std::string_view dtype);

/// What bus bandwidth is of algorithm bandwidth among n ranks, as nccl-tests define it in
/// PERFORMANCE.md; nullopt for what moves no data. An all-to-all keeps 1/n of its message where it
/// is, so that of two ranks it puts half on the bus.
std::optional<double> bus_factor(std::string_view collective, std::int64_t ranks);

}  // namespace lanescope

#include "core/readers/xplane/arguments.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/json_text.h"
#include "core/readers/xplane/details.h"
#include "core/readers/xplane/facts.h"
#include "core/readers/xplane/names.h"

namespace lanescope {
namespace {

JsonValue text(std::string_view value) {
  return JsonValue{valid_text(value)};
}

JsonValue three(const Extent3& values) {
  return JsonValue{JsonArray{JsonValue{values[0]}, JsonValue{values[1]}, JsonValue{values[2]}}};
}

JsonValue decimal(double value) {
  return JsonValue{JsonDecimal{fmt::format("{:.2f}", value)}};
}

/// JSON has no infinities.
JsonValue any_number(double value) {
  std::string digits = fmt::format("{}", value);
  return std::isfinite(value) ? JsonValue{JsonDecimal{std::move(digits)}}
                              : JsonValue{std::move(digits)};
}

/// Names that torch.profiler has for the same thing.
std::string_view key_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKeys = {{
      {"correlation_id", "correlation"},
      {"context_id", "context"},
      {"cuda_graph_id", "graph id"},
      {"cuda_graph_node_id", "graph node id"},
      {"theoretical_occupancy_pct", "theoretical occupancy %"},
  }};
  for (const auto& [of_xla, key] : kKeys) {
    if (name == of_xla) return key;
  }
  return name;
}

class Arguments {
 public:
  Arguments(const XEvent& event, const XPlaneIndex::Plane& plane) : event_(event), plane_(plane) {}

  JsonObject of_event(const XPlaneIndex::Line* line) {
    if (line != nullptr && line->stream >= 0 && plane_.device >= 0) {
      add("device", JsonValue{plane_.device});
      add("stream", JsonValue{line->stream});
    }
    for (const XStat& stat : event_.stats) add_stat(stat);
    add_kind();
    add_memory();
    return std::move(arguments_);
  }

  JsonObject of_hlo(bool of_op) {
    for (const XStat& stat : event_.stats) {
      const std::string_view name = name_of(stat.name);
      if (name == "hlo_module" || name == "program_id") add_plain(name, stat);
      if (of_op && (name == "hlo_op" || name == "tf_op" || name == "name")) add_plain(name, stat);
    }
    return std::move(arguments_);
  }

 private:
  void add(std::string_view key, JsonValue value) {
    arguments_.emplace_back(std::string(key), std::move(value));
  }

  [[nodiscard]] std::string_view name_of(std::uint64_t number) const {
    const auto found = plane_.names.find(number);
    return found == plane_.names.end() ? std::string_view() : found->second;
  }

  [[nodiscard]] std::string_view text_of(const XStat& stat) const {
    if (stat.type == XStat::Type::Text) return stat.value.bytes;
    return stat.type == XStat::Type::Reference ? name_of(stat.value.value) : std::string_view();
  }

  void add_stat(const XStat& stat) {
    const std::string_view name = name_of(stat.name);
    if (name == "kernel_details") add_kernel(text_of(stat));
    if (name == "memcpy_details" || name == "Memset_details") add_copy(text_of(stat));
    // As a text that begins with "$$", which keeps the profiler from drawing a flow.
    if (const std::string_view value = text_of(stat);
        name == "context_id" && value.starts_with("$$"))
      return add("context", JsonValue{first_int(value).value_or(0)});
    // 0 where it was not computed.
    if (is_occupancy(name) && stat.value.value == 0) return;
    add_plain(name, stat);
  }

  static bool is_occupancy(std::string_view name) {
    return name == "theoretical_occupancy_pct" || name == "occupancy_min_grid_size" ||
           name == "occupancy_suggested_block_size";
  }

  void add_plain(std::string_view name, const XStat& stat) {
    const std::string_view key = key_of(name);
    switch (stat.type) {
      case XStat::Type::Double:
        return add(key, any_number(stat.value.number_value()));
      case XStat::Type::Unsigned:
        return add(key, JsonValue{stat.value.value});
      case XStat::Type::Signed:
        return add(key, JsonValue{stat.value.integer()});
      case XStat::Type::Bytes:
        return add(key, text(fmt::format("({} bytes)", stat.value.bytes.size())));
      default:
        break;
    }
    const std::string_view value = text_of(stat);
    if (!value.empty() && value != "(null)") add(key, text(value));
  }

  void add_kernel(std::string_view details) {
    const KernelFigures figures = read_kernel_figures(details);
    const auto number = [&](std::string_view key, const std::optional<std::int64_t>& value) {
      if (value) add(key, JsonValue{*value});
    };
    number("registers per thread", figures.registers);
    number("shared memory", figures.shared_bytes);
    number("private memory", figures.private_bytes);
    if (figures.are_implausible)
      add("registers and shared memory", text("implausible in the file, and left out"));
    if (figures.grid) add("grid", three(*figures.grid));
    if (figures.block) add("block", three(*figures.block));
  }

  void add_copy(std::string_view details) {
    const CopyFigures figures = read_copy_figures(details);
    if (!figures.bytes) return;
    add("bytes", JsonValue{*figures.bytes});
    constexpr double kPicosecondsPerNs = 1000;
    const double ns = static_cast<double>(event_.duration_ps) / kPicosecondsPerNs;
    if (ns > 0) add("memory bandwidth (GB/s)", decimal(static_cast<double>(*figures.bytes) / ns));
  }

  /// What all events of its kind have in common.
  void add_kind() {
    const auto found = plane_.kinds.find(event_.kind);
    if (found == plane_.kinds.end()) return;
    MessageReader fields(found->second);
    while (const auto field = fields.next()) {
      if (field->number != 5 || !field->is_bytes) continue;
      if (const auto stat = read_stat(field->bytes)) add_plain(name_of(stat->name), *stat);
    }
  }

  /// As in torch.profiler's "[memory]" events.
  void add_memory() {
    constexpr std::int64_t kCuda = 1;  // c10::DeviceType
    std::string_view allocator;
    for (const XStat& stat : event_.stats) {
      const std::string_view name = name_of(stat.name);
      if (name == "allocator_name") allocator = text_of(stat);
      if (name == "allocation_bytes")
        add("Bytes", JsonValue{event_.kind == plane_.free_kind ? -stat.integer() : stat.integer()});
      if (name == "addr") add("Addr", JsonValue{stat.integer()});
      if (name == "bytes_allocated") add("Total Allocated", JsonValue{stat.integer()});
    }
    if (allocator.empty()) return;
    const auto device = device_of_allocator(allocator);
    add("Device Type", JsonValue{device ? kCuda : 0});
    add("Device Id", JsonValue{device.value_or(-1)});
  }

  const XEvent& event_;
  const XPlaneIndex::Plane& plane_;
  JsonObject arguments_;
};

}  // namespace

JsonObject xplane_arguments(const XEvent& event, const XPlaneIndex::Plane& plane,
                            const XPlaneIndex::Line* line) {
  return Arguments(event, plane).of_event(line);
}

JsonObject xplane_hlo_arguments(const XEvent& event, const XPlaneIndex::Plane& plane, bool of_op) {
  return Arguments(event, plane).of_hlo(of_op);
}

}  // namespace lanescope

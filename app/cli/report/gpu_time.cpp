#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

/// Combinations of compute (C), communication (M) and memory (X), by the bits of atoms_ns.
constexpr std::array<const char*, 8> kAtoms = {"", "C", "M", "CM", "X", "CX", "MX", "CMX"};
constexpr std::array<std::size_t, 7> kAtomOrder = {1, 2, 4, 3, 5, 6, 7};

/// The sums of the durations, and of all of them; records of waiting stand beside it.
Json durations_json(const GpuDurations& durations) {
  Json out;
  for (std::size_t k = 0; k < kGpuWorkKinds; ++k) {
    const auto kind = static_cast<GpuWorkKind>(k);
    out[std::string(gpu_work_kind_name(kind))] = durations.of(kind);
  }
  out["total"] = durations.total_ns;
  return out;
}

/// Of what some GPU has.
std::string durations_text(const GpuTime& time) {
  constexpr std::array<const char*, kGpuWorkKinds> kTitles = {"compute", "comm", "copies", "fills",
                                                              "other work"};
  const GpuDurations all = total_gpu_time(time).durations;
  std::vector<TextTable::Column> columns = {{"GPU"}, {"all GPU work"}};
  for (std::size_t k = 0; k < kGpuWorkKinds; ++k) {
    if (all.events[k] != 0) columns.push_back({kTitles[k]});
  }
  if (all.syncs != 0) columns.push_back({"sync (separate)"});
  TextTable table(std::move(columns));
  for (const GpuTimeDevice& device : time.devices) {
    std::vector<std::string> cells = {std::to_string(device.device),
                                      format_duration(device.durations.total_ns)};
    for (std::size_t k = 0; k < kGpuWorkKinds; ++k) {
      if (all.events[k] != 0) cells.push_back(format_duration(device.durations.ns[k]));
    }
    if (all.syncs != 0) cells.push_back(format_duration(device.durations.sync_ns));
    table.add_row(std::move(cells));
  }
  return "\nsum of durations of what starts in the window; concurrent work counts more than once, "
         "so it "
         "can exceed the span\n" +
         table.text();
}

/// "GPU 0: excluding 20.00 ms while the recording was paused".
std::string pauses_text(const GpuTime& time) {
  std::string text;
  for (const GpuTimeDevice& device : time.devices) {
    if (device.paused_ns == 0) continue;
    text += fmt::format("GPU {}: excluding {} while the recording was paused\n", device.device,
                        format_duration(device.paused_ns));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput&, const GpuTime& result) {
  Json devices = Json::array();
  for (const GpuTimeDevice& device : result.devices) {
    Json atoms;
    for (const std::size_t atom : kAtomOrder) atoms[kAtoms[atom]] = device.atoms_ns[atom];
    const auto overlap = device.overlap_pct();
    Json one = {{"device", device.device},
                {"events", device.events},
                {"span_ns", device.span_ns},
                {"paused_ns", device.paused_ns},
                {"recorded_ns", device.recorded_ns()},
                {"busy_ns", device.busy_ns},
                {"idle_ns", device.idle_ns},
                {"compute_ns", device.compute_ns},
                {"exposed_comm_ns", device.exposed_comm_ns},
                {"exposed_memory_ns", device.exposed_memory_ns},
                {"total_comm_ns", device.total_comm_ns},
                {"total_memory_ns", device.total_memory_ns},
                {"overlap_pct", overlap ? Json(*overlap) : Json()},
                {"atoms_ns", std::move(atoms)},
                {"durations_ns", durations_json(device.durations)},
                {"sync_ns", device.durations.sync_ns}};
    if (!overlap) one["why"] = "no communication in the window";
    devices.push_back(std::move(one));
  }
  Json out = {{"devices", std::move(devices)}};
  if (result.devices.empty()) out["why"] = "the trace has no GPU events";
  return out;
}

std::string to_text(const ReportInput&, const GpuTime& result) {
  if (result.devices.empty()) return "n/a: the trace has no GPU events\n";
  TextTable table({{"GPU"},
                   {"span"},
                   {"busy"},
                   {""},
                   {"compute"},
                   {""},
                   {"exposed comm"},
                   {""},
                   {"exposed copies"},
                   {""},
                   {"idle"},
                   {""},
                   {"overlap"}});
  for (const GpuTimeDevice& device : result.devices) {
    std::vector<std::string> cells = {std::to_string(device.device),
                                      format_duration(device.recorded_ns())};
    for (const Ns part : {device.busy_ns, device.compute_ns, device.exposed_comm_ns,
                          device.exposed_memory_ns, device.idle_ns}) {
      cells.push_back(format_duration(part));
      cells.push_back(
          percent(static_cast<double>(part), static_cast<double>(device.recorded_ns())));
    }
    const auto overlap = device.overlap_pct();
    cells.push_back(overlap ? fmt::format("{:.1f} %", *overlap) : "n/a");
    table.add_row(std::move(cells));
  }
  return table.text() + pauses_text(result) + durations_text(result);
}

}  // namespace lanescope

#include "core/view/text/lane_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/base/text/ascii_case.h"
#include "core/store/laid_processes.h"

namespace lanescope {
namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ends_ignoring_case(a, b);
}

/// "python" for "thread 25738 (python)"; the full name if it has a different form.
std::string_view inside_brackets(std::string_view name) {
  if (!name.starts_with("thread ")) return name;
  const std::size_t open = name.find('(');
  if (open == std::string_view::npos || !name.ends_with(')')) return {};
  return name.substr(open + 1, name.size() - open - 2);
}

/// Nicknames that any thread of a PyTorch process may have.
bool says_nothing(std::string_view nickname) {
  return nickname.empty() || nickname.starts_with("python") || nickname == "pt_main_thread";
}

/// "pt_data_worker" for "thread 25738 (pt_data_worker)"; empty if the nickname adds nothing to the
/// process's name or the number.
std::string thread_nickname(const Snapshot& snapshot, const Track& track) {
  const std::string_view nickname = inside_brackets(snapshot.text(track.name));
  if (says_nothing(nickname) || nickname == snapshot.text(track.thread)) return {};
  // Linux truncates thread names to 15 characters.
  if (snapshot.text(track.process_name).starts_with(nickname)) return {};
  return std::string(nickname);
}

}  // namespace

bool is_main_thread(const Snapshot& snapshot, const Track& track) {
  for (const Step& step : snapshot.steps) {
    const auto home = snapshot.find_slice(step.event);
    if (home && home->track->process == track.process) return home->track->thread == track.thread;
  }
  return track.thread != StringId::Empty && track.thread == track.process;
}

std::string thread_title(const Snapshot& snapshot, const Track& track) {
  const std::string nickname = thread_nickname(snapshot, track);
  if (!nickname.empty()) return nickname;
  const std::string_view thread = snapshot.text(track.thread);
  if (thread.empty()) return "no thread";
  return fmt::format("{} {}", is_main_thread(snapshot, track) ? "main thread" : "thread", thread);
}

std::string stream_title(const Snapshot& snapshot, const Track& track) {
  const std::string by_number = fmt::format("stream {}", track.stream);
  const std::string_view name = snapshot.text(track.name);
  if (!name.empty() && !same_ignoring_case(name, by_number) && !name.starts_with(by_number + " ")) {
    return std::string(name);
  }
  return track.stream < 0 ? "no stream" : by_number;
}

std::string process_title(const Snapshot& snapshot, const Track& track) {
  const std::string_view name = snapshot.text(track.process_name);
  const std::string_view pid = snapshot.text(track.process);
  if (const auto own = laid_as(laid_processes(snapshot.info), pid))
    return own->empty() ? std::string(name) : fmt::format("{} · process {}", name, *own);
  if (pid.empty()) return name.empty() ? "no process" : std::string(name);
  if (name == fmt::format("process {}", pid)) return std::string(name);  // some readers' names
  return name.empty() ? fmt::format("pid {}", pid) : fmt::format("{} pid {}", name, pid);
}

std::string step_title(std::string_view name) {
  constexpr std::string_view kPrefix = "ProfilerStep#";
  if (!name.starts_with(kPrefix)) return std::string(name);
  return fmt::format("step {}", name.substr(kPrefix.size()));
}

std::string short_device_name(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kVendors = {"NVIDIA ", "AMD Instinct ", "AMD ",
                                                               "Intel(R) ", "Advanced Micro "};
  for (const std::string_view vendor : kVendors) {
    if (name.starts_with(vendor)) return name.substr(vendor.size());
  }
  return name;
}

std::string device_title(const Snapshot& snapshot, const Track& track) {
  const DeviceInfo* known = device_info(snapshot, track.device);
  // XPlane profiles of some machines have "GPU" or "AMD GPU" where others have the model.
  const std::string model = known == nullptr ? "" : short_device_name(known->name);
  if (!model.empty() && !same_ignoring_case(model, "GPU"))
    return fmt::format("GPU {} {}", track.device, model);
  // All but a few producers name the process of a GPU after the program.
  const std::string_view name = snapshot.text(track.process_name);
  if (name.ends_with(fmt::format(" {}", track.device))) return std::string(name);
  return track.device < 0 ? "GPU" : fmt::format("GPU {}", track.device);
}

std::string device_title(const Snapshot& snapshot, std::int64_t device) {
  const auto stream = std::ranges::find_if(snapshot.tracks, [device](const Track& track) {
    return track.kind == TrackKind::GpuStream && track.device == device && track.slices > 0;
  });
  return stream == snapshot.tracks.end() ? fmt::format("GPU {}", device)
                                         : device_title(snapshot, *stream);
}

std::string memory_device_name(std::int64_t device_type, std::int64_t device_id) {
  static constexpr std::array<std::pair<std::int64_t, std::string_view>, 12> kTypes = {{
      {0, "CPU"},
      {1, "CUDA"},
      {2, "MKLDNN"},
      {5, "IDEEP"},
      {6, "HIP"},
      {9, "XLA"},
      {12, "XPU"},
      {13, "MPS"},
      {14, "meta"},
      {15, "HPU"},
      {19, "MTIA"},
      {20, "PrivateUse1"},
  }};
  const auto* const type =
      std::ranges::find(kTypes, device_type, [](const auto& one) { return one.first; });
  const std::string name =
      type == kTypes.end() ? fmt::format("device type {}", device_type) : std::string(type->second);
  return device_id < 0 ? name : fmt::format("{} {}", name, device_id);
}

}  // namespace lanescope

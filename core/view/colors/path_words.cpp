#include "core/view/colors/path_words.h"

#include <array>

namespace lanescope {
namespace {

struct Words {
  std::string_view title, meaning;
};

constexpr std::array<Words, kPathClasses> kWords{
    Words{"GPU compute", "The GPU computes while everything else waits for it."},
    Words{"communication", "The GPU is in a collective while everything else waits for it."},
    Words{"copies", "The GPU copies or sets memory while everything else waits for it."},
    Words{"kernel gap",
          "The work was launched in time; the GPU took this long to start it after "
          "the previous work."},
    Words{"launch latency",
          "The work waited for its launch: from the start of the launch call to the "
          "start on the GPU."},
    Words{"operators", "The host runs operators while the GPU waits for it."},
    Words{"Python", "The host runs Python while the GPU waits for it."},
    Words{"runtime calls",
          "The host is in runtime or driver calls while the GPU waits "
          "for it."},
    Words{"sync return", "The GPU was done; the call waiting for it took this long to return."},
    Words{"data loading", "The host waits for the next batch while the GPU waits for the host."},
    Words{"communication", "The host is in a collective while everything else waits for it."},
    Words{"nothing traced", "The trace does not say what happened."},
};

// Classes that share a role's colour lie at the ends of its shades.
constexpr std::uint8_t kDark = 0, kLight = 4;

}  // namespace

std::string_view path_class_title(PathClass what) {
  return kWords.at(static_cast<std::size_t>(what)).title;
}

std::string_view path_class_meaning(PathClass what) {
  return kWords.at(static_cast<std::size_t>(what)).meaning;
}

PathLook look_of(PathClass what) {
  switch (what) {
    case PathClass::GpuCompute:
      return {ColorRole::Compute, kDark};
    case PathClass::GpuComm:
      return {ColorRole::Communication, kDark};
    case PathClass::GpuMemory:
      return {ColorRole::Copy, kDark};
    case PathClass::KernelGap:
      return {ColorRole::Annotation, kDark};
    case PathClass::LaunchLatency:
      return {ColorRole::Attention, kDark};
    case PathClass::CpuOp:
      return {ColorRole::CpuOp, kDark};
    case PathClass::Python:
      return {ColorRole::Python, kLight};
    case PathClass::Runtime:
      return {ColorRole::Gemm, kDark};
    case PathClass::SyncReturn:
      return {ColorRole::Sync, kDark};
    case PathClass::DataLoading:
      return {ColorRole::DataLoading, kDark};
    case PathClass::HostComm:
      return {ColorRole::Communication, kDark};
    case PathClass::Untraced:
      break;
  }
  return {};
}

bool is_waiting(PathClass what) {
  return what == PathClass::KernelGap || what == PathClass::LaunchLatency ||
         what == PathClass::SyncReturn || what == PathClass::Untraced;
}

}  // namespace lanescope

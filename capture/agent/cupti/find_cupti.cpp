#include "capture/agent/cupti/find_cupti.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <link.h>
#include <unistd.h>

#include "capture/agent/process/variables.h"

namespace lanescope::agent {
namespace {

struct Wanted {
  const char* begin;
  std::size_t skip;
  char* path;
  std::size_t size;
  bool found;
};

int look(dl_phdr_info* info, std::size_t /*bytes*/, void* user) {
  auto* const wanted = static_cast<Wanted*>(user);
  const char* const slash =
      info->dlpi_name == nullptr ? nullptr : std::strrchr(info->dlpi_name, '/');
  if (slash == nullptr || std::strncmp(slash + 1, wanted->begin, std::strlen(wanted->begin)) != 0)
    return 0;
  if (wanted->skip-- != 0) return 0;
  wanted->found = std::strlen(info->dlpi_name) < wanted->size;
  if (wanted->found) std::strcpy(wanted->path, info->dlpi_name);
  return 1;
}

/// The n-th file mapped into this process whose name starts with `begin`.
bool mapped_library(const char* begin, std::size_t n, char* path, std::size_t size) {
  Wanted wanted{begin, n, path, size, false};
  dl_iterate_phdr(look, &wanted);
  return wanted.found;
}

struct Name {
  const char* file;
  int major;
};
constexpr Name kNames[] = {
    {"libcupti.so.13", 13}, {"libcupti.so.12", 12}, {"libcupti.so.11.8", 11}, {"libcupti.so", 0}};

/// Tries the names in `folder`, newest major version first, skipping those newer than the driver.
bool in_folder(const char* folder, int most_major, LibraryPath& path) {
  for (const Name& name : kNames) {
    if (name.major > most_major) continue;
    const int bytes = std::snprintf(path.text, sizeof path.text, "%s/%s", folder, name.file);
    if (bytes < 0 || static_cast<std::size_t>(bytes) >= sizeof path.text) continue;
    if (access(path.text, R_OK) == 0) return true;
  }
  return false;
}

}  // namespace

bool is_newer_than_driver(const char* library, int driver) {
  static constexpr char kBegin[] = "libcupti.so.";
  constexpr long kFirstYear = 1000;  // "libcupti.so.2025.3.1" has the number of a release instead
  const char* const name = std::strstr(library, kBegin);
  if (name == nullptr || driver == 0) return false;
  const long major = std::strtol(name + sizeof kBegin - 1, nullptr, 10);
  return major < kFirstYear && major > driver / 1000;
}

bool CuptiSearch::next(LibraryPath& path) {
  constexpr int kLastStage = 2;
  path.loaded = false;
  for (;;) {
    const bool found = stage_ == 0   ? from_maps(path)
                       : stage_ == 1 ? beside_libraries(path)
                                     : from_toolkit(path);
    if (found) return true;
    if (stage_ == kLastStage) return false;
    ++stage_;
    step_ = 0;
  }
}

bool CuptiSearch::from_maps(LibraryPath& path) {
  path.loaded = true;
  if (mapped_library("libcupti.so", step_++, path.text, sizeof path.text)) return true;
  path.loaded = false;
  return false;
}

bool CuptiSearch::beside_libraries(LibraryPath& path) {
  static constexpr const char* kLibraries[] = {"libcudart.so", "libtorch_cuda.so",
                                               "libc10_cuda.so"};
  // Relative to a library's folder: the same folder, and pip's packages nvidia/…/lib and torch/lib.
  static constexpr const char* kFolders[] = {".",
                                             "../../cu13/lib",
                                             "../../cuda_cupti/lib",
                                             "../../nvidia/cu13/lib",
                                             "../../nvidia/cuda_cupti/lib",
                                             "../../../torch/lib"};
  constexpr std::size_t kSteps = std::size(kLibraries) * std::size(kFolders);
  while (step_ < kSteps) {
    const std::size_t at = step_++;
    char library[4096];
    if (!mapped_library(kLibraries[at / std::size(kFolders)], 0, library, sizeof library)) continue;
    *std::strrchr(library, '/') = '\0';
    char folder[4096];
    const int bytes =
        std::snprintf(folder, sizeof folder, "%s/%s", library, kFolders[at % std::size(kFolders)]);
    if (bytes < 0 || static_cast<std::size_t>(bytes) >= sizeof folder) continue;
    if (in_folder(folder, most_major_, path)) return true;
  }
  return false;
}

bool CuptiSearch::from_toolkit(LibraryPath& path) {
  static constexpr const char* kFolders[] = {"extras/CUPTI/lib64", "lib64", "lib",
                                             "targets/x86_64-linux/lib"};
  char home[1024];
  const char* const roots[] = {variable("CUDA_HOME", home), "/usr/local/cuda"};
  while (step_ < std::size(roots) * std::size(kFolders)) {
    const std::size_t at = step_++;
    const char* const root = roots[at / std::size(kFolders)];
    if (root == nullptr || *root == '\0') continue;
    char folder[4096];
    const int bytes =
        std::snprintf(folder, sizeof folder, "%s/%s", root, kFolders[at % std::size(kFolders)]);
    if (bytes < 0 || static_cast<std::size_t>(bytes) >= sizeof folder) continue;
    if (in_folder(folder, most_major_, path)) return true;
  }
  return false;
}

}  // namespace lanescope::agent

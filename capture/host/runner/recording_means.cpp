#include "capture/host/runner/recording_means.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "capture/host/runner/gpu_driver.h"
#include "capture/sampler/perf/native_sampler.h"
#include "capture/sampler/perf/perf_event.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value == nullptr ? "" : value;
}

/// The first line of a file that holds `sign`; empty: none.
std::string line_with(const fs::path& path, std::string_view sign) {
  std::ifstream file(path);
  constexpr int kMostLines = 40;
  std::string line;
  for (int i = 0; i < kMostLines && std::getline(file, line); ++i) {
    if (line.find(sign) != std::string::npos) return line;
  }
  return {};
}

/// The first word that is a version with a dot: "535.104.05" of "NVRM version: NVIDIA UNIX x86_64
/// Kernel Module  535.104.05  Sat Aug 19 …".
std::string version_word(const std::string& line) {
  constexpr std::string_view kDigits = "0123456789.";
  std::size_t at = 0;
  while ((at = line.find_first_of("0123456789", at)) != std::string::npos) {
    const std::size_t end = std::min(line.find_first_not_of(kDigits, at), line.size());
    const bool begins = at == 0 || line[at - 1] == ' ';
    const bool ends = end == line.size() || line[end] == ' ';
    std::string word = line.substr(at, end - at);
    if (begins && ends && word.find('.') != std::string::npos) return word;
    at = end;
  }
  return {};
}

/// "2.4.0+cu121" of "__version__ = '2.4.0+cu121'".
std::string quoted(const std::string& line) {
  const std::size_t begin = line.find_first_of("'\"");
  if (begin == std::string::npos) return {};
  const std::size_t end = line.find(line[begin], begin + 1);
  return end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

std::vector<fs::path> children(const fs::path& folder, std::string_view begin) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with(begin)) found.push_back(at->path());
  }
  std::ranges::sort(found, std::ranges::greater());
  return found;
}

/// The file that a shell would start; empty: none.
fs::path found_program(const std::string& program, const std::string& path) {
  if (program.empty() || program.find('/') != std::string::npos) return program;
  std::error_code error;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    fs::path file = fs::path(rest.substr(0, colon)) / program;
    if (fs::is_regular_file(file, error)) return file;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

/// Folders of packages of the Python that lies beside a program, the best first. A Python of a
/// virtual environment is a link to the system's and must not be followed.
std::vector<fs::path> package_folders(const fs::path& program, const MachinePlaces& places) {
  std::vector<fs::path> folders;
  const fs::path prefix = program.parent_path().parent_path();
  for (const fs::path& lib :
       {prefix / "lib", prefix / "local/lib", fs::path(places.home) / ".local/lib"}) {
    for (const fs::path& version : children(lib, "python3")) {
      folders.push_back(version / "site-packages");
      folders.push_back(version / "dist-packages");
    }
  }
  return folders;
}

/// The major version in the name of a CUPTI in that folder; nullopt: there is none.
std::optional<std::string> cupti_in(const fs::path& folder) {
  constexpr std::string_view kName = "libcupti";
  const std::vector<fs::path> found = children(folder, kName);
  if (found.empty()) return std::nullopt;
  for (const fs::path& file : found) {
    const std::string name = file.filename().string();
    const std::size_t so = name.find(".so.");
    if (so != std::string::npos) return name.substr(so + 4, name.find('.', so + 4) - (so + 4));
  }
  return "";
}

/// In the folders in which systems keep the driver's libraries.
bool nvml_found(const std::string& root) {
  constexpr std::array<const char*, 7> kFolders = {
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
      "/usr/local/nvidia/lib64",  // containers
      "/usr/lib/wsl/lib",          "/run/opengl-driver/lib"};
  return std::ranges::any_of(kFolders, [&root](const char* folder) {
    std::error_code ignored;
    return fs::exists(root + folder + "/libnvidia-ml.so.1", ignored);
  });
}

void find_cupti(const std::vector<fs::path>& packages, const MachinePlaces& places,
                RecordingMeans& means) {
  std::vector<fs::path> folders;
  for (const fs::path& package : packages) {
    for (const char* inside : {"nvidia/cu13/lib", "nvidia/cuda_cupti/lib", "torch/lib"})
      folders.push_back(package / inside);
  }
  for (const std::string& toolkit : {places.cuda_home, places.root + "/usr/local/cuda"}) {
    if (toolkit.empty()) continue;
    for (const char* inside : {"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib"})
      folders.push_back(fs::path(toolkit) / inside);
  }
  for (const fs::path& folder : folders) {
    const auto version = cupti_in(folder);
    if (!version) continue;
    means.cupti_found = true;
    means.cupti = *version;
    return;
  }
}

}  // namespace

MachinePlaces machine_places() {
  return {"", variable("PATH"), variable("CUDA_HOME"), variable("HOME")};
}

RecordingMeans find_recording_means(const std::string& program, const MachinePlaces& places) {
  RecordingMeans means;
  means.driver = gpu_driver_found(places.root);
  means.driver_version =
      version_word(line_with(places.root + "/proc/driver/nvidia/version", "NVRM version"));
  means.nvml = nvml_found(places.root);
  const fs::path file = found_program(program, places.path);
  std::vector<fs::path> packages;
  if (!file.empty()) packages = package_folders(file, places);
  for (const fs::path& folder : packages) {
    means.torch = quoted(line_with(folder / "torch/version.py", "__version__ ="));
    if (!means.torch.empty()) break;
  }
  const std::string name = file.filename().string();
  means.python = name.starts_with("python") || name.ends_with("torchrun") || name == "accelerate";
  find_cupti(packages, places, means);
  // Only the kernel that runs can be asked.
  if (places.root.empty()) {
    const PerfAccess access = perf_access();
    means.native_refusal = access.refusal;
    means.unwind_refusal = unwind_refusal(access);
  }
  return means;
}

}  // namespace lanescope

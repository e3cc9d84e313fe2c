// Whatever is done at the window in whatever order: nothing asserts, what is selected is there, and
// memory comes back.
//
//   LANESCOPE_SOAK_S=1800 LANESCOPE_SOAK_SEED=7 LANESCOPE_SOAK_TRACES=FOLDER soak_tests
//
// runs half an hour over copies of the traces in a folder beside those of the tests, and prints
// what frames cost. The same seed does the same things, but for how fast loads are.
#include "tests/soak/monkey.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/trace_folder.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kActionsInRound = 400;
constexpr double kMiB = 1024.0 * 1024.0;
/// Fonts, caches and what the allocator keeps.
constexpr double kSlackMiB = 96;

std::uint64_t number_of(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

double resident_mib() {
  malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  statm >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / kMiB;
}

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Nothing of the monkey's reaches the files and programs of whoever runs it.
class Cage {
 public:
  Cage() {
    for (const char* const variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
      setenv(variable, folder.path().c_str(), 1);
    for (const char* const variable : {"VISUAL", "EDITOR"}) setenv(variable, "true", 1);
    fs::current_path(folder.path());
  }
  ~Cage() { fs::current_path("/"); }
  Cage(const Cage&) = delete;
  Cage& operator=(const Cage&) = delete;

  std::vector<std::string> copy_all(const fs::path& from, const char* into) {
    std::vector<std::string> copies;
    const fs::path to = fs::path(folder.path()) / into;
    fs::create_directory(to);
    for (const std::string& file : traces_in_folder(from.string())) {
      const fs::path copy = to / fs::path(file).filename();
      fs::copy_file(file, copy, fs::copy_options::overwrite_existing);
      copies.push_back(copy.string());
    }
    return copies;
  }
  TempFolder folder;
};

void check_selection(UiDriver& ui) {
  const OpenTrace* const trace = ui.window().trace();
  if (trace == nullptr || trace->view.snapshot() == nullptr) return;
  const EventId event = trace->view.selection.primary();
  if (event == EventId::None) return;
  CHECK_MESSAGE(trace->view.snapshot()->place_of(event).has_value(), "what is selected is there");
}

}  // namespace

TEST_CASE("a monkey at the window breaks nothing") {
  Cage cage;
  const fs::path tests = fs::path(source_folder()) / "tests";
  std::vector<std::string> files = cage.copy_all(tests / "traces", "small");
  (void)cage.copy_all(tests / "traces" / "ranks", "ranks");
  for (const std::string& file :
       cage.copy_all(fs::path(source_folder()) / "assets" / "examples", "examples"))
    files.insert(files.end(), 10, file);
  if (const char* const more = std::getenv("LANESCOPE_SOAK_TRACES")) {
    for (const std::string& file : cage.copy_all(more, "more")) files.insert(files.end(), 10, file);
  }
  UiDriver ui(1600, 900, cage.folder.path() + "/settings.json");
  const std::uint64_t seed = number_of("LANESCOPE_SOAK_SEED", 1);
  Monkey monkey(ui, files, cage.folder.path() + "/ranks", seed);

  const auto end = Clock::now() + std::chrono::seconds(number_of("LANESCOPE_SOAK_S", 10));
  std::vector<double> levels_mib, frames_ms;
  std::uint64_t actions = 0;
  while (Clock::now() < end) {
    for (int i = 0; i < kActionsInRound && Clock::now() < end; ++i, ++actions) {
      const std::string did = monkey.act();
      CAPTURE(did);
      CAPTURE(actions);
      const double begun_ms = cpu_ms();
      ui.frame();
      frames_ms.push_back(cpu_ms() - begun_ms);
      check_selection(ui);
    }
    monkey.close_all();
    levels_mib.push_back(resident_mib());
  }
  const auto settled = levels_mib.begin() + static_cast<std::ptrdiff_t>(levels_mib.size() / 3);
  const double at_first = *std::max_element(levels_mib.begin(), settled + 1);
  CHECK_MESSAGE(levels_mib.back() < at_first * 1.25 + kSlackMiB, "memory comes back");

  std::ranges::sort(frames_ms);
  const auto share = [&frames_ms](double part) {
    return frames_ms[static_cast<std::size_t>(part * static_cast<double>(frames_ms.size() - 1))];
  };
  MESSAGE(
      fmt::format("{} actions, seed {}; a frame {:.1f} ms, 99 % {:.1f}, most {:.1f}; memory with "
                  "nothing open {:.0f} MiB first, {:.0f} most, {:.0f} last",
                  actions, seed, share(0.5), share(0.99), share(1), levels_mib.front(),
                  *std::ranges::max_element(levels_mib), levels_mib.back()));
}

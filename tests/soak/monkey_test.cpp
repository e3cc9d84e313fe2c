// Whatever is done at the window in whatever order: nothing asserts, what is selected is there, and
// memory comes back.
//
//   LANESCOPE_SOAK_S=1800 LANESCOPE_SOAK_SEED=7 LANESCOPE_SOAK_TRACES=FOLDER soak_tests
//
// runs half an hour over copies of the traces in a folder beside those of the tests, and prints
// what frames cost. LANESCOPE_SOAK_FRAME_MS fails the run when one frame in a thousand takes more
// of the thread's time. LANESCOPE_SOAK_LOG names a file that gets a line before each action, for a
// run that does not come to its end. The same seed does the same things, but for how fast loads
// are.
#include "tests/soak/monkey.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
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

/// What holds after each frame.
class Watch {
 public:
  explicit Watch(UiDriver& ui) : ui_(ui) {
    ui.each_frame([this](double cpu_ms) { look(cpu_ms); });
  }
  ~Watch() { ui_.each_frame({}); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// The frames' times in rising order.
  const std::vector<double>& sorted_ms() {
    std::ranges::sort(frames_ms_);
    return frames_ms_;
  }
  /// Since it was asked last.
  double take_longest_ms() { return std::exchange(longest_ms_, 0); }
  /// How many frames showed what.
  [[nodiscard]] std::string seen() const {
    return fmt::format("{} frames, {} with a trace, {} with two, {} live, {} with ranks",
                       frames_ms_.size(), with_trace_, with_two_, live_, with_ranks_);
  }

 private:
  void look(double cpu_ms) {
    frames_ms_.push_back(cpu_ms);
    longest_ms_ = std::max(longest_ms_, cpu_ms);
    MainWindow& window = ui_.window();
    with_two_ += window.workspace().runs().b() != nullptr ? 1 : 0;
    live_ += window.workspace().is_live() ? 1 : 0;
    with_ranks_ += window.workspace().ranks() != nullptr ? 1 : 0;
    const OpenTrace* const trace = window.workspace().trace();
    if (trace == nullptr || trace->view.drawn() == nullptr) return;
    ++with_trace_;
    const TimeRange range = trace->view.viewport.range();
    if (range.end_ns <= range.begin_ns) FAIL_CHECK("the view is of no time");
    if (trace->tab >= trace->tab_titles.size()) FAIL_CHECK("there is no such tab");
    const EventId event = trace->view.selection.primary();
    if (event != EventId::None && !trace->view.drawn()->place_of(event))
      FAIL_CHECK("what is selected is not there");
  }

  UiDriver& ui_;
  std::vector<double> frames_ms_;
  double longest_ms_ = 0;
  std::uint64_t with_trace_ = 0, with_two_ = 0, live_ = 0, with_ranks_ = 0;
};

Monkey::Toys toys_in(Cage& cage) {
  Monkey::Toys toys;
  const fs::path tests = fs::path(source_folder()) / "tests";
  toys.files = cage.copy_all(tests / "traces", "small");
  (void)cage.copy_all(tests / "traces" / "ranks", "ranks");
  toys.ranks = cage.folder.path() + "/ranks";
  for (const std::string& file :
       cage.copy_all(fs::path(source_folder()) / "assets" / "examples", "examples"))
    toys.files.insert(toys.files.end(), 10, file);
  if (const char* const more = std::getenv("LANESCOPE_SOAK_TRACES")) {
    for (const std::string& file : cage.copy_all(more, "more"))
      toys.files.insert(toys.files.end(), 10, file);
  }
  const std::string fakes = binary_folder() + "/tests/capture/fake/";
  setenv("LANESCOPE_AGENT", (binary_folder() + "/liblanescope_inject.so").c_str(), 1);
  toys.program = fakes + "fake_host --calls 5000 --rate 1000 --mix all --threads 2";
  toys.program_environment = "LANESCOPE_CUPTI=" + fakes + "libfake_cupti.so";
  toys.recordings = cage.folder.path();
  return toys;
}

/// Memory with nothing open, after each round.
void check_levels(const std::vector<double>& levels_mib) {
  const auto complete = levels_mib.begin() + static_cast<std::ptrdiff_t>(levels_mib.size() / 3);
  const double at_first = *std::max_element(levels_mib.begin(), complete + 1);
  CHECK_MESSAGE(levels_mib.back() < at_first * 1.25 + kSlackMiB, "memory comes back");
}

}  // namespace

TEST_CASE("a monkey at the window breaks nothing") {
  Cage cage;
  fs::create_directory(cage.folder.path() + "/proc");
  const std::uint64_t seed = number_of("LANESCOPE_SOAK_SEED", 1);
  const Monkey::Toys toys = toys_in(cage);
  UiDriver ui(UiDriver::Places{cage.folder.path() + "/settings.json", cage.folder.path() + "/proc",
                               cage.folder.path() + "/examples/transformer-cpu.json.gz"},
              1600, 900);
  Monkey monkey(ui, toys, seed);
  Watch watch(ui);
  const char* const log_file = std::getenv("LANESCOPE_SOAK_LOG");
  std::ofstream log(log_file == nullptr ? "/dev/null" : log_file);

  const auto end = Clock::now() + std::chrono::seconds(number_of("LANESCOPE_SOAK_S", 10));
  std::vector<double> levels_mib;
  std::uint64_t actions = 0;
  while (Clock::now() < end) {
    for (int i = 0; i < kActionsInRound && Clock::now() < end; ++i, ++actions) {
      const std::string did = monkey.act();
      log << actions << ' ' << did << ", " << watch.take_longest_ms() << " ms" << std::endl;
      CAPTURE(did);
      CAPTURE(actions);
      ui.frame();
    }
    const std::string left = monkey.close_all();
    CHECK_MESSAGE(left.empty(), left);
    levels_mib.push_back(resident_mib());
  }
  check_levels(levels_mib);

  const std::vector<double>& frames_ms = watch.sorted_ms();
  const auto share = [&frames_ms](double part) {
    return frames_ms[static_cast<std::size_t>(part * static_cast<double>(frames_ms.size() - 1))];
  };
  if (const std::uint64_t most_ms = number_of("LANESCOPE_SOAK_FRAME_MS", 0); most_ms > 0)
    CHECK(share(0.999) < static_cast<double>(most_ms));
  MESSAGE(fmt::format(
      "seed {}: {} actions ({}); {}; a frame {:.1f} ms, 99 % {:.1f}, 99.9 % {:.1f}, most {:.1f}; "
      "memory with nothing open {:.0f} MiB first, {:.0f} most, {:.0f} last",
      seed, actions, monkey.tally(), watch.seen(), share(0.5), share(0.99), share(0.999), share(1),
      levels_mib.front(), *std::ranges::max_element(levels_mib), levels_mib.back()));
}

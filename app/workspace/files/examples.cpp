#include "app/workspace/files/examples.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/workspace/files/paths.h"

namespace lanescope {
namespace {

struct Known {
  const char* name;
  const char* what;
  const char* file;  // of a folder: the first one in it
  bool generated = true;
  bool is_folder = false;
};

constexpr std::array kKnown{
    Known{"slow", "training steps with four causes of lost time", "generated-gpt-slow.json.gz"},
    Known{"fixed", "the same training with the causes fixed", "generated-gpt-fixed.json.gz"},
    Known{"ranks", "four ranks, one of them late", "generated-ranks/rank0.json.gz", true, true},
    Known{"memory", "a memory snapshot with a leak", "generated-memory-snapshot.pickle"},
    Known{"h200", "two steps of a tiny model on an H200", "training-step-h200.json.gz", false},
    Known{"cpu", "three steps of a small transformer on a CPU", "transformer-cpu.json.gz", false},
};

}  // namespace

std::vector<Example> find_examples() {
  std::vector<Example> found;
  for (const Known& known : kKnown) {
    std::filesystem::path path = program_file(std::string("examples/") + known.file);
    if (path.empty()) continue;
    if (known.is_folder) path = path.parent_path();
    found.push_back({known.name, known.what, path.string(), known.generated});
  }
  return found;
}

const Example* find_example(std::span<const Example> examples, std::string_view name) {
  const auto found = std::ranges::find(examples, name, &Example::name);
  return found != examples.end() ? &*found : nullptr;
}

bool is_example(std::span<const Example> examples, std::string_view path) {
  return std::ranges::any_of(examples, [&](const Example& example) {
    const bool inside =
        path.size() > example.path.size() && is_separator(path[example.path.size()]);
    return path.starts_with(example.path) && (inside || path.size() == example.path.size());
  });
}

}  // namespace lanescope

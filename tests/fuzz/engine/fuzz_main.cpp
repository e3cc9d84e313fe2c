// Runs a fuzz target without a fuzzer: on the files and folders given, and on inputs of its own
// from a seed. README.md says how.
//
// The preset `fuzz` builds the targets with libFuzzer and leaves this file out.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/fuzz/engine/fuzz_shrink.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/fuzz_worker.h"
#include "tests/fuzz/engine/parcel.h"

namespace {

namespace fs = std::filesystem;
using namespace lanescope;

struct FuzzOptions {
  FuzzRun run;
  std::uint64_t runs = 0;  // 0 and no time: none
  bool start_over = false;
  double shrink_seconds = 60;      // for each kind of failure that is kept
  std::string keep;                // folder for inputs that fail; empty: the first one ends the run
  std::string shrink;              // file
  std::string unpack;              // file, into the folder that is named next
  std::string write;               // folder that `runs` inputs are left in
  std::vector<std::string> paths;  // to be replayed, or what --unpack needs
};

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void tell(const FuzzFailure& failure, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n%s\n", what.c_str(), failure.kind.c_str(), failure.said.c_str());
}

/// A file name for a kind of failure.
std::string slug(const std::string& kind) {
  std::string name;
  for (const char c : kind.substr(0, 80)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) name += c;
    if (!plain && !name.empty() && name.back() != '-') name += '-';
  }
  return name;
}

std::string shrunk(const std::string& input, const std::string& kind, const FuzzLimits& limits,
                   double most_seconds) {
  const auto begun = std::chrono::steady_clock::now();
  return shrink(
      input,
      [&](const std::string& smaller) {
        const auto failure = run_alone(smaller, limits);
        return failure && failure->kind == kind;
      },
      [begun, most_seconds] {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
        return spent.count() > most_seconds;
      });
}

/// Inputs that fail, one of each kind, with what was said and a smaller one that fails alike.
class Keeper {
 public:
  explicit Keeper(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }

  void add(std::uint64_t seed, const FuzzFailure& failure) {
    if (++counts_[failure.kind] > 1) return;
    const std::string name = slug(failure.kind);
    if (fs::exists(folder_ / (name + ".txt"))) return;  // of a run before
    tell(failure, "seed " + std::to_string(seed));
    const std::string input = input_of(seed);
    write_file(folder_ / (name + ".input"), input);
    write_file(folder_ / (name + ".txt"),
               "seed " + std::to_string(seed) + "\n" + failure.kind + "\n" + failure.said);
    kept_.emplace_back(folder_ / (name + ".small"), std::pair(input, failure.kind));
  }

  /// Once the run is over: it takes long.
  void shrink_kept(const FuzzLimits& limits, double seconds) const {
    if (seconds <= 0) return;
    for (const auto& [path, failing] : kept_)
      write_file(path, shrunk(failing.first, failing.second, limits, seconds));
  }

  void sum_up() const {
    for (const auto& [kind, count] : counts_)
      std::fprintf(stderr, "%llu times %s\n", static_cast<unsigned long long>(count), kind.c_str());
  }

 private:
  fs::path folder_;
  std::map<std::string, std::uint64_t> counts_;
  std::vector<std::pair<fs::path, std::pair<std::string, std::string>>> kept_;
};

int run_kept(FuzzOptions requests) {
  Keeper keeper(requests.keep);
  const fs::path next = fs::path(requests.keep) / "next-seed";
  if (!requests.start_over && fs::exists(next)) std::ifstream(next) >> requests.run.first_seed;
  const FuzzTally tally =
      run_seeds(requests.run, [&](std::uint64_t seed, const FuzzFailure& failure) {
        keeper.add(seed, failure);
        return true;
      });
  std::ofstream(next) << tally.next_seed << '\n';
  std::fprintf(stderr, "%llu inputs, %llu failed\n",
               static_cast<unsigned long long>(tally.next_seed - requests.run.first_seed),
               static_cast<unsigned long long>(tally.failures));
  keeper.sum_up();
  keeper.shrink_kept(requests.run.limits, requests.shrink_seconds);
  return tally.failures == 0 ? 0 : 1;
}

int run_until_failure(const FuzzOptions& requests) {
  const FuzzTally tally =
      run_seeds(requests.run, [](std::uint64_t seed, const FuzzFailure& failure) {
        tell(failure, "seed " + std::to_string(seed));
        return false;
      });
  std::fprintf(stderr, "%llu inputs\n",
               static_cast<unsigned long long>(tally.next_seed - requests.run.first_seed));
  return tally.failures == 0 ? 0 : 1;
}

std::vector<fs::path> files_of(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.emplace_back(path);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int replay(const FuzzOptions& requests) {
  int code = 0;
  for (const fs::path& file : files_of(requests.paths)) {
    const auto failure = run_alone(bytes_of(file), requests.run.limits);
    if (!failure) continue;
    tell(*failure, file.string());
    code = 1;
  }
  return code;
}

int shrink_file(const FuzzOptions& requests) {
  const std::string input = bytes_of(requests.shrink);
  const auto failure = run_alone(input, requests.run.limits);
  if (!failure) {
    std::fprintf(stderr, "%s does not fail\n", requests.shrink.c_str());
    return 1;
  }
  write_file(requests.shrink + ".small",
             shrunk(input, failure->kind, requests.run.limits, requests.shrink_seconds));
  return 0;
}

int unpack(const FuzzOptions& requests) {
  const fs::path folder = requests.paths.empty() ? "." : requests.paths.front();
  fs::create_directories(folder);
  const Parcel parcel(bytes_of(requests.unpack), "input");
  for (const auto& [name, content] : parcel.files())
    write_file(folder / fs::path(name).filename(), content);
  return 0;
}

int write_inputs(const FuzzOptions& requests) {
  fs::create_directories(requests.write);
  for (std::uint64_t i = 0; i < requests.runs; ++i) {
    const std::uint64_t seed = requests.run.first_seed + i;
    write_file(fs::path(requests.write) / ("seed-" + std::to_string(seed)), input_of(seed));
  }
  return 0;
}

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

FuzzOptions options_of(const std::vector<std::string>& words) {
  FuzzOptions requests;
  const std::map<std::string, std::function<void(const std::string&)>> options = {
      {"--runs", [&](const std::string& value) { requests.runs = number(value); }},
      {"--seed", [&](const std::string& value) { requests.run.first_seed = number(value); }},
      {"--seconds",
       [&](const std::string& value) {
         requests.run.seconds = static_cast<double>(number(value));
       }},
      {"--minutes",
       [&](const std::string& value) {
         requests.run.seconds = 60 * static_cast<double>(number(value));
       }},
      {"--limit",
       [&](const std::string& value) {
         requests.run.limits.seconds = static_cast<double>(number(value));
       }},
      {"--shrink-seconds",
       [&](const std::string& value) {
         requests.shrink_seconds = static_cast<double>(number(value));
       }},
      {"--keep", [&](const std::string& value) { requests.keep = value; }},
      {"--shrink", [&](const std::string& value) { requests.shrink = value; }},
      {"--unpack", [&](const std::string& value) { requests.unpack = value; }},
      {"--write", [&](const std::string& value) { requests.write = value; }}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto option = options.find(words[i]);
    if (words[i] == "--start-over") {
      requests.start_over = true;
    } else if (option != options.end() && i + 1 < words.size()) {
      option->second(words[++i]);
    } else {
      requests.paths.push_back(words[i]);
    }
  }
  if (requests.runs > 0) requests.run.runs = requests.runs;
  return requests;
}

}  // namespace

int main(int count, char** words) {
  const FuzzOptions requests = options_of(std::vector<std::string>(words + 1, words + count));
  if (!requests.shrink.empty()) return shrink_file(requests);
  if (!requests.unpack.empty()) return unpack(requests);
  if (!requests.write.empty()) return write_inputs(requests);
  const int replayed = replay(requests);
  if (requests.runs == 0 && requests.run.seconds <= 0) return replayed;
  const int ran = requests.keep.empty() ? run_until_failure(requests) : run_kept(requests);
  return std::max(replayed, ran);
}

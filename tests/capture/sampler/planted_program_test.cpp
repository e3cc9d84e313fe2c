// A program that does what programs of Python do, sampled as a recording does it, with each version
// of Python: what is seen of it is what it does, and nothing else.
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "capture/sampler/sampler.h"
#include "capture/wire/sample_flags.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/python/named_calls.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;
using wire::SampledState;

namespace {

/// What the program's threads are in, and are named after.
constexpr std::array kRoots{"spins", "sleeps", "locks", "hashes", "generates", "loops"};
constexpr char kAllDay[] = " all day long";

/// A sample and where it was taken.
struct Seen {
  bool is_in_worker = false;           // in a process that the program started
  std::string thread;                  // its name
  std::vector<std::string> functions;  // innermost first
  const DecodedSample& sample;

  [[nodiscard]] bool is_innermost(std::string_view function) const {
    return !functions.empty() && own_name(functions[0]) == function;
  }
  [[nodiscard]] bool is_in(std::string_view function) const {
    return std::ranges::any_of(functions,
                               [&](const std::string& each) { return own_name(each) == function; });
  }
};

std::vector<std::string> functions_of(const DecodedSample& sample) {
  std::vector<std::string> names;
  for (const std::string& frame : sample.frames) names.push_back(frame.substr(0, frame.find('@')));
  return names;
}

void for_each(KeptSamples& kept, pid_t program, const std::function<void(const Seen&)>& tell) {
  for (const auto& [pid, process] : kept.processes()) {
    const DecodedSamples decoded = kept.decoded(pid);
    for (const DecodedSample& sample : decoded.samples) {
      const auto name = decoded.names.find(sample.record.tid);
      tell({.is_in_worker = pid != program,
            .thread = name == decoded.names.end() ? std::string() : name->second,
            .functions = functions_of(sample),
            .sample = sample});
    }
  }
}

/// What is to be seen, some time.
struct Want {
  std::string what;
  std::function<bool(const Seen&)> is_seen;
};

bool waits(const Seen& seen) {
  return seen.sample.state == SampledState::Waiting && seen.sample.flags == 0;
}

bool has_flag(const Seen& seen, std::uint32_t flag) {
  return (seen.sample.flags & flag) != 0;
}

std::vector<Want> wanted_stacks() {
  return {
      {"computes", [](const Seen& s) { return s.is_innermost("leaf") && s.is_in("spins"); }},
      {"sleeps", [](const Seen& s) { return s.is_innermost("sleep") && waits(s); }},
      {"waits for a lock",
       [](const Seen& s) {
         return s.is_innermost("acquire") && waits(s) && s.sample.wait == "futex";
       }},
      {"is in a function in C", [](const Seen& s) { return s.is_innermost("hash"); }},
      {"is in a generator", [](const Seen& s) { return s.is_in("produce") && s.is_in("consume"); }},
      {"is in a task", [](const Seen& s) { return s.is_in("inner") && s.is_in("outer"); }},
      {"imports", [](const Seen& s) { return s.is_in("body") && s.is_in("import"); }},
      {"raises", [](const Seen& s) { return s.is_in("catch"); }},
      {"is forked", [](const Seen& s) { return s.is_in_worker && s.is_in("child"); }},
      {"is spawned", [](const Seen& s) { return s.is_in_worker && s.is_in("spawned"); }},
  };
}

std::vector<Want> wants(bool has_gil) {
  std::vector<Want> all = wanted_stacks();
  for (const char* const root : kRoots) {
    all.push_back({std::string(root) + " has its name", [root](const Seen& s) {
                     return s.thread == std::string(root) + kAllDay && s.is_in(root);
                   }});
  }
  if (!has_gil) return all;
  all.push_back({"holds the GIL", [](const Seen& s) {
                   return s.is_in("spins") && has_flag(s, wire::kSampleHoldsGil);
                 }});
  all.push_back(
      {"waits for the GIL", [](const Seen& s) { return has_flag(s, wire::kSampleWaitsForGil); }});
  return all;
}

/// Those that are not seen for a long time.
std::string never_seen(KeptSamples& kept, pid_t program, std::vector<Want> all) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(90);
  while (!all.empty() && !kept.has_left(program) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    for_each(kept, program, [&](const Seen& seen) {
      std::erase_if(all, [&](const Want& want) { return want.is_seen(seen); });
    });
  }
  std::string names;
  for (const Want& want : all) names += want.what + "; ";
  return names;
}

/// What may never be seen.
void check_each(KeptSamples& kept, pid_t program) {
  std::uint32_t samples = 0, torn = 0;
  for_each(kept, program, [&](const Seen& seen) {
    if (const std::string wrong = find_wrong(seen.functions); !wrong.empty()) FAIL_CHECK(wrong);
    for (const char* const root : kRoots) {
      if (seen.is_in(root) && !seen.thread.empty())
        CHECK(seen.thread == std::string(root) + kAllDay);
    }
    samples += seen.sample.record.count;
    if ((seen.sample.flags & wire::kSampleTorn) != 0) torn += seen.sample.record.count;
  });
  CHECK(samples > 100);
  CHECK_MESSAGE(torn <= samples / 50, torn, " of ", samples);
  CHECK(kept.problems().empty());
}

/// While modules in C are imported, it is on for a moment. By now they all are.
void check_gil_is_off(KeptSamples& kept, pid_t program) {
  const std::size_t before = kept.decoded(program).samples.size();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const DecodedSamples decoded = kept.decoded(program);
  CHECK(decoded.samples.size() > before);
  for (std::size_t at = before; at < decoded.samples.size(); ++at) {
    CHECK((decoded.samples[at].flags & (wire::kSampleHoldsGil | wire::kSampleWaitsForGil)) == 0);
  }
}

void check_with(const std::string& version) {
  const Interpreter& python = sampled_python(version);
  INFO(python.path);
  const TempFolder folder;
  KeptSamples kept;
  Child child(std::vector<std::string>{
      python.path, source_folder() + "/tests/probes/planted_program.py", folder.path()});
  SamplerOptions options;
  options.command = child.pid();
  options.rate_hz = 200;
  options.python = make_remote_python_reader();
  auto sampler = HostSampler::start(std::move(options), kept);
  REQUIRE(sampler.ok());
  CHECK(never_seen(kept, child.pid(), wants(python.has_gil())) == "");
  CHECK_FALSE(kept.has_left(child.pid()));
  check_each(kept, child.pid());
  if (!python.has_gil()) check_gil_is_off(kept, child.pid());
}

}  // namespace

TEST_CASE("what a program does is seen with Python 3.10") {
  check_with("3.10");
}

TEST_CASE("what a program does is seen with Python 3.11") {
  check_with("3.11");
}

TEST_CASE("what a program does is seen with Python 3.12") {
  check_with("3.12");
}

TEST_CASE("what a program does is seen with Python 3.13") {
  check_with("3.13");
}

TEST_CASE("what a program does is seen with Python 3.14") {
  check_with("3.14");
}

TEST_CASE("what a program does is seen with Python 3.13 without the GIL") {
  check_with("3.13t");
}

TEST_CASE("what a program does is seen with Python 3.14 without the GIL") {
  check_with("3.14t");
}

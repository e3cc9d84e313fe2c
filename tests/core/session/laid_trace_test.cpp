#include "core/session/laid_trace.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/session/session.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr std::string_view kProfile = R"({
  "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "py-spy",
  "shared": {"frames": [{"name": "start"}, {"name": "main"}]},
  "profiles": [{"type": "sampled", "name": "loader", "unit": "milliseconds", "startValue": 0,
                "endValue": 2, "samples": [[0], [1]], "weights": [1, 1]}]})";

/// From 1 to 11 ms, on a clock whose base it does not tell.
std::string training() {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "1000", "10000");
  text.kernel("gemm", "2000", "500", "1");
  return text.text();
}

/// Where temporary files are for as long as it lives.
class TemporaryPlace {
 public:
  TemporaryPlace() {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
  }
  ~TemporaryPlace() {
    if (before_.empty()) {
      ::unsetenv("TMPDIR");
    } else {
      ::setenv("TMPDIR", before_.c_str(), 1);
    }
  }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;

  [[nodiscard]] bool is_empty() const { return std::filesystem::is_empty(folder_.path()); }

 private:
  TempFolder folder_;
  std::string before_;
};

Ns begin_of(const Snapshot& trace, std::string_view name) {
  const SliceRef slice = *trace.find_slice(event_named(trace, name, 0));
  return slice.chunk->range(slice.slice).begin_ns;
}

}  // namespace

TEST_CASE("a trace with a profile beside it keeps its name and its times, and leaves no file") {
  const TempFolder folder;
  const TemporaryPlace temporary;
  const std::string path = folder.write("trace.json", training());
  const std::string profile = folder.write("profile.json", kProfile);
  LoadedTrace kept;
  {
    Session session(path, {}, Session::Kind::File, {.profile = {profile, 1'500'000}});
    session.wait();
    REQUIRE(session.state() == Session::State::Ready);
    CHECK(session.path() == path);
    kept = session.picture().complete;
    CHECK(session.event_json(event_named(*kept.snapshot, "gemm", 0)).ok());
  }
  const Snapshot& both = *kept.snapshot;
  CHECK(both.info.file == path);
  const auto own = load_trace(path);
  REQUIRE(own.ok());
  for (const char* const name : {"aten::mm", "gemm"})
    CHECK(begin_of(both, name) == begin_of(*own.value().snapshot, name));
  CHECK(begin_of(both, "start") == begin_of(both, "aten::mm") + 1'500'000);
  // Work that outlives the session can still read events.
  CHECK(Session::event_texts(kept)(event_named(both, "start", 0)).ok());
  CHECK_FALSE(temporary.is_empty());
  kept = {};
  CHECK(temporary.is_empty());
}

TEST_CASE("why a profile cannot be laid beside a trace begins with the file at fault") {
  const TempFolder folder;
  const TemporaryPlace temporary;
  const std::string path = folder.write("trace.json", training());
  const std::string other = folder.write("other.json", training());
  Session session(path, {}, Session::Kind::File, {.profile = {other, 0}});
  session.wait();
  REQUIRE(session.state() == Session::State::Failed);
  CHECK(session.error().message ==
        other + ": is a trace with GPU work, not a profile; compare the two instead");
  CHECK(temporary.is_empty());
}

TEST_CASE("a load with a profile that is stopped shows nothing of half a trace") {
  const TempFolder folder;
  const TemporaryPlace temporary;
  LoadProgress progress;
  progress.cancel = true;
  LoadOptions options;
  options.progress = &progress;
  const auto stopped = load_with_profile(folder.write("trace.json", training()),
                                         {folder.write("profile.json", kProfile), 0}, options);
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().kind == Error::Kind::Cancelled);
  CHECK(temporary.is_empty());
}

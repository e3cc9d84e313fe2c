// A profile of an AMD GPU that was loaded for a test, and what a user sees of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

class LoadedProfile {
 public:
  explicit LoadedProfile(Result<LoadedTrace> result) : result_(std::move(result)) {
    REQUIRE(result_.ok());
    REQUIRE(snapshot_faults(trace()) == "");
  }
  [[nodiscard]] const Snapshot& trace() const { return *result_.value().snapshot; }
  [[nodiscard]] SliceRef slice(std::string_view name, std::size_t nth = 0) const {
    return *trace().find_slice(event_named(trace(), name, nth));
  }
  [[nodiscard]] TimeRange range(std::string_view name, std::size_t nth = 0) const {
    const SliceRef at = slice(name, nth);
    return at.chunk->range(at.slice);
  }
  [[nodiscard]] std::string category(std::string_view name) const {
    const SliceRef at = slice(name);
    return std::string(
        trace().text(trace().categories[index_of(at.chunk->category[at.slice])].name));
  }
  /// "python3 / thread 5", of the lane that the slice is on.
  [[nodiscard]] std::string lane(std::string_view name, std::size_t nth = 0) const {
    const Track& track = *slice(name, nth).track;
    return std::string(trace().text(track.process_name)) + " / " +
           std::string(trace().text(track.name));
  }
  /// The name of the call that launched it; "" if none.
  [[nodiscard]] std::string launch(std::string_view name, std::size_t nth = 0) const {
    const SliceRef at = slice(name, nth);
    const auto call = trace().find_slice(at.chunk->link[at.slice]);
    return call ? std::string(trace().text(call->chunk->name[call->slice])) : "";
  }
  /// As the Details pane reads them.
  [[nodiscard]] std::string args(std::string_view name, std::size_t nth = 0) const {
    const auto json =
        result_.value().texts->json_of(*trace().place_of(event_named(trace(), name, nth)));
    REQUIRE(json.ok());
    return json.value().find("args")->to_text();
  }
  struct Sample {
    Ns time_ns;
    double value;
    friend bool operator==(const Sample&, const Sample&) = default;
  };
  /// Of the curve of that name and process; empty if there is none.
  [[nodiscard]] std::vector<Sample> curve(std::string_view process, std::string_view name) const {
    std::vector<Sample> samples;
    for (const auto& counter : trace().counters) {
      if (trace().text(counter->name) != name || trace().text(counter->process_name) != process)
        continue;
      for (std::size_t i = 0; i < counter->time_ns.size(); ++i)
        samples.push_back({counter->time_ns[i], counter->value[i]});
    }
    return samples;
  }
  [[nodiscard]] std::uint64_t issues(const std::string& kind) const {
    return issue_count(trace(), kind);
  }

 private:
  Result<LoadedTrace> result_;
};

}  // namespace lanescope

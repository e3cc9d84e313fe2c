// A trace that is written and read again.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"

namespace lanescope {

/// A trace, and what it is after it was written and read again.
struct Written {
  explicit Written(const std::string& bytes, const std::string& name = "first.json",
                   const std::string& target = "second.json",
                   const std::optional<TimeRange>& range = {}, bool counters = false) {
    auto loaded = load_trace(folder.write(name, bytes));
    REQUIRE(loaded.ok());
    before = std::move(loaded).value();
    const std::string path = folder.path() + "/" + target;
    const auto problem =
        write_trace_file(path, *before.snapshot, event_reader(before), {range, {}, {}, counters});
    REQUIRE_FALSE(problem);
    auto again = load_trace(path);
    REQUIRE(again.ok());
    after = std::move(again).value();
  }
  TempFolder folder;
  LoadedTrace before, after;
};

}  // namespace lanescope

// `lanescope summarize` as tests call it, and what it wrote.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/verbs.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/app/cli/printed_answer.h"

namespace lanescope {

/// Of `summarize`, and of `info`.
inline PrintedAnswer answer(std::vector<std::string> words) {
  return printed_by([&] {
    const CliCommand command = command_of(std::move(words));
    if (const auto* info = std::get_if<InfoOptions>(&command)) return run_info(*info);
    if (const auto* verb = std::get_if<SummarizeOptions>(&command)) return run_summarize(*verb);
    return std::get<AlreadyAnswered>(command).exit_code;
  });
}

/// The exit code.
inline int run(std::vector<std::string> words) {
  return answer(std::move(words)).code;
}

inline RankSummary summary_in(const std::string& path) {
  auto read = read_summary(path);
  REQUIRE(read.ok());
  return std::move(read).value();
}

}  // namespace lanescope

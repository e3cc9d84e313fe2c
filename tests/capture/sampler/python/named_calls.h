// Programs for tests whose functions are named after those that call them,
// "leaf_of_branch_or_root", so that a stack which was put together of two can be told.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/sampler/python/python_program.h"

namespace lanescope {

/// The part of a name that others call it by.
inline std::string_view own_name(std::string_view name) {
  if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos)
    name.remove_prefix(dot + 1);
  return name.substr(0, name.find("_of_"));
}

/// Whether a function calls another, as the other's name says; those of other files may do all.
inline bool may_call(std::string_view caller, std::string_view callee) {
  const std::size_t at = callee.find("_of_");
  if (at == std::string_view::npos) return true;
  callee.remove_prefix(at + 4);
  for (;;) {
    const std::size_t end = callee.find("_or_");
    if (callee.substr(0, end) == own_name(caller)) return true;
    if (end == std::string_view::npos) return false;
    callee.remove_prefix(end + 4);
  }
}

/// The names of a thread's functions, innermost first.
inline std::vector<std::string> names_of(const PythonSampler& sampler,
                                         const SampledPythonThread& thread,
                                         std::map<std::uint32_t, std::string>& known) {
  std::vector<std::string> names;
  for (const SampledPythonFrame& frame : thread.frames) {
    std::string& name = known[frame.code];
    if (name.empty()) {
      const PythonCode* const code = sampler.code(frame.code);
      REQUIRE(code != nullptr);
      name = code->name;
    }
    names.push_back(name);
  }
  return names;
}

/// A stack in which a function was not called by one that calls it; empty: none is.
inline std::string find_wrong(const std::vector<std::string>& names) {
  for (std::size_t at = 0; at + 1 < names.size(); ++at) {
    if (!may_call(names[at + 1], names[at])) return names[at] + " called by " + names[at + 1];
  }
  const bool is_begun = names.empty() || names.back().find("_of_") == std::string::npos;
  return is_begun ? "" : names.back() + " called by nobody";
}

}  // namespace lanescope

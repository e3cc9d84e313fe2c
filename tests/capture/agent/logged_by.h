// What the agent logs in this process and in those it starts.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "capture/agent/process/log.h"
#include "capture/wire/control.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope::agent {

inline std::string logged_by(const std::function<void()>& body) {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  ::setenv(wire::kLogVariable, path.c_str(), 1);
  begin_log();
  body();
  ::unsetenv(wire::kLogVariable);
  begin_log();
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lanescope::agent

// What is raised in Python as lanescope.Error.
#pragma once

#include <stdexcept>
#include <string_view>

namespace lanescope {

class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The line of the command line without the program's name: "run.json: is not a trace".
[[noreturn]] void fail(std::string_view subject, std::string_view message);

}  // namespace lanescope

// A display that nobody sees, for a test of the window.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "tests/core/base/temp_folder.h"
#include "tests/screens/picture.h"
#include "tests/screens/program.h"

namespace lanescope {

/// An X server without a screen. It gets a number of its own: servers that pick the first free one
/// take each other's socket away when one starts while another ends.
class Display {
 public:
  Display();

  [[nodiscard]] bool works() const { return !name_.empty(); }
  [[nodiscard]] std::string name() const { return ":" + name_; }
  [[nodiscard]] std::optional<Picture> picture() const;

 private:
  /// The name stays empty when the server does not come up.
  void start(int number);

  TempFolder folder_;
  std::string name_;
  std::optional<RunningProgram> server_;
};

/// Whether it is done before the time is over; asked again and again.
bool within(std::chrono::seconds limit, const std::function<bool()>& done);

}  // namespace lanescope

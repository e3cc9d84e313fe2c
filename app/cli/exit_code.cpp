#include "app/cli/exit_code.h"

#include <cstdio>

#include <fmt/core.h>

#include "app/cli/text_table.h"

namespace lanescope {

int complain(int code, std::string_view subject, std::string_view message) {
  fmt::print(stderr, "lanescope: {}: {}\n", printable(subject), printable(message));
  return code;
}

}  // namespace lanescope

#include "app/python/fault.h"

#include <fmt/core.h>

#include "app/cli/output/printable.h"

namespace lanescope {

void fail(std::string_view subject, std::string_view message) {
  throw Fault(fmt::format("{}: {}", printable(subject), printable(message)));
}

}  // namespace lanescope

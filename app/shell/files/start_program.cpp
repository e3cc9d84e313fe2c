// Where no programs are started.
#include "app/shell/files/start_program.h"

#include <cerrno>

namespace lanescope {

bool can_start_programs() {
  return false;
}

int start_program(const std::vector<std::string>& /*arguments*/, pid_t& /*pid*/) {
  return ENOSYS;
}

bool has_ended(pid_t /*pid*/) {
  return true;
}

}  // namespace lanescope

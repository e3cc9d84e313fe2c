// A page starts no programs.
#include "app/shell/files/start_program.h"

#include <cerrno>

namespace lanescope {

int start_program(const std::vector<std::string>& /*arguments*/, pid_t& /*pid*/) {
  return ENOSYS;
}

bool has_ended(pid_t /*pid*/) {
  return true;
}

}  // namespace lanescope

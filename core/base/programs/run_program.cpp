// For systems where no other programs are run.
#include "core/base/programs/run_program.h"

namespace lanescope {

std::optional<std::string> find_program(const std::string& /*name*/) {
  return std::nullopt;
}

Result<ProgramEnd> run_program(const ProgramRun& /*run*/) {
  return Error{Error::Kind::Unsupported, "programs cannot be started on this system"};
}

}  // namespace lanescope

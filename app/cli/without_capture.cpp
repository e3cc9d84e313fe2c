// Where nothing can be recorded: the command line knows neither of these commands there.
#include "app/cli/output/exit_code.h"
#include "app/cli/verbs.h"

namespace lanescope {

int run_record(const RecordOptions& /*options*/,
               const std::function<int(const std::string&)>& /*view*/) {
  return complain(kUnusable, "record", "programs cannot be recorded on this system");
}

int run_attach(const AttachOptions& /*options*/,
               const std::function<int(const std::string&)>& /*view*/) {
  return complain(kUnusable, "attach", "programs cannot be recorded on this system");
}

}  // namespace lanescope

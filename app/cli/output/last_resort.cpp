#include "app/cli/output/last_resort.h"

#include <cstdlib>
#include <new>
#include <system_error>

#include "app/cli/output/exit_code.h"

namespace lanescope {
namespace {

[[noreturn]] void end_process() {
  int code = kUnusable;
  try {
    if (const auto current = std::current_exception()) std::rethrow_exception(current);
    code = complain(kUnusable, "lanescope", "internal error");
  } catch (const std::exception& error) {
    code = complain_of(error);
  } catch (...) {
    code = complain(kUnusable, "lanescope", "internal error");
  }
  std::_Exit(code);
}

}  // namespace

void prepare_for_the_worst() {
  std::set_terminate(end_process);
}

int complain_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return complain(kUnusable, "lanescope", "not enough memory; close other programs");
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again)
    return complain(kUnusable, "lanescope",
                    "cannot create more threads; raise the limits (`ulimit -a`) on memory and "
                    "processes");
  return complain(kUnusable, "lanescope", error.what());
}

}  // namespace lanescope

#include "app/cli/info/laid.h"

#include "app/cli/info/info.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"

namespace lanescope {

int run_laid_info(const LaidTrace& laid, const InfoOptions& options) {
  const auto trace = open_trace(laid.path(), {.steps = options.steps});
  if (!trace.ok()) return complain(kUnusable, laid.path(), trace.error().message);
  Snapshot shown = *trace.value();
  name_sources(laid.sources(), shown);
  const double seconds = trace.value().session->load_seconds();
  if (options.json) {
    print_document(info_json(shown, seconds));
  } else {
    print_lines(info_text(shown, seconds));
  }
  return kDone;
}

}  // namespace lanescope

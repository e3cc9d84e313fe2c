// An analysis prints the same whether it is computed alone or with all others at the same time, so
// whatever results share is the same for all of them.
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/base/threads/parallel.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

struct Printer {
  const char* key;
  void (*compute)(const ReportInput&);
  std::string (*print)(const ReportInput&);
};

template <typename Result>
std::string printed(const ReportInput& in, const char* key) {
  Json json;
  add_members(in, key, *in.of<Result>(), json);
  return json_line(json) + to_text(in, *in.of<Result>());
}

#define LANESCOPE_PRINTER(key, Result, call)                                       \
  Printer{#key, [](const ReportInput& in) { static_cast<void>(in.of<Result>()); }, \
          [](const ReportInput& in) { return printed<Result>(in, #key); }},
constexpr Printer kPrinters[] = {LANESCOPE_ANALYSES(LANESCOPE_PRINTER)};
#undef LANESCOPE_PRINTER

void check_same(const LoadedTrace& trace, const AnalysisWindow& window) {
  const ReadEvent read = event_reader(trace);
  const ReportInput together(*trace.snapshot, window, read);
  parallel_for(std::size(kPrinters), 4,
               [&](std::size_t i, unsigned) { kPrinters[i].compute(together); });
  for (const Printer& printer : kPrinters) {
    CAPTURE(printer.key);
    const ReportInput alone(*trace.snapshot, window, read);
    CHECK((printer.print(alone) == printer.print(together)));
  }
}

TEST_CASE("analyses computed alone print what they print when all are computed together") {
  const auto trace = load_trace(source_folder() + "/assets/examples/training-step-h200.json.gz");
  REQUIRE(trace.ok());
  const Snapshot& snapshot = *trace.value().snapshot;
  Thresholds changed;
  changed.kernel_delay_ns *= 20;
  changed.tiny_kernel_ns *= 5;
  changed.small_copy_bytes *= 16;
  const Ns middle_ns = snapshot.extent.begin_ns + snapshot.extent.length_ns() / 2;
  for (AnalysisWindow window : {usual_window(snapshot), whole_window(), hta_window(snapshot),
                                range_window({snapshot.extent.begin_ns, middle_ns})}) {
    CAPTURE(window_kind_name(window.kind));
    check_same(trace.value(), window);
    window.thresholds = SharedThresholds(changed);
    check_same(trace.value(), window);
  }
}

}  // namespace
}  // namespace lanescope

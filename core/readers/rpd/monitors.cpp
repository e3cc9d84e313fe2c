// Values that the recorder samples of GPUs, as curves.
#include <string>

#include "core/base/text/json_text.h"
#include "core/readers/rpd/context.h"

namespace lanescope {
namespace {

/// With its unit, of those that the recorder knows.
std::string curve_name(std::string_view type) {
  std::string name(type);
  return type.ends_with("clk") ? name + " (MHz)" : name;
}

}  // namespace

void read_rpd_monitors(const RpdContext& context) {
  enum Column : int { kDeviceType, kDevice, kType, kBegin, kValue };
  SqliteRows rows(context.database, "rocpd_monitor",
                  {"deviceType", "deviceId", "monitorType", "start", "value"});
  RocmProcess& process = context.processes.of_call(std::nullopt);
  RowSink& sink = context.trace.sink();
  for (std::uint64_t count = 1; rows.next() && rpd_goes_on(context, count); ++count) {
    const auto time_ns = rows.integer(kBegin);
    const auto value = token_double(rows.text(kValue));  // a number as text
    if (!time_ns || !value) {
      sink.lost(Issue::UnusableCounter, static_cast<std::uint64_t>(rows.row_id()),
                rows.text(kType));
      continue;
    }
    const bool of_gpu = rows.text(kDeviceType) == "gpu";
    sink.counter(of_gpu ? process.gpu(rows.integer_or(kDevice, 0)) : process.pid(),
                 sink.text(curve_name(rows.text(kType))), *time_ns, *value);
  }
  report_malformed(context, rows, "rocpd_monitor");
}

}  // namespace lanescope

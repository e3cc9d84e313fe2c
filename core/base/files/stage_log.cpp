#include "core/base/files/stage_log.h"

#include <fmt/format.h>

#include "core/base/files/log.h"
#include "core/base/time.h"

namespace lanescope {

void StageLog::done(std::string_view stage) {
  const Clock::time_point end = Clock::now();
  const std::chrono::nanoseconds took = end - begin_;
  begin_ = end;
  log_line(took < std::chrono::seconds(1) ? LogLevel::Debug : LogLevel::Info,
           fmt::format("{}: {} took {}", work_, stage, format_duration(took.count())));
}

}  // namespace lanescope

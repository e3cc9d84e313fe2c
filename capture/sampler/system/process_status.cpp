#include "capture/sampler/system/process_status.h"

#include <algorithm>

#include "capture/sampler/system/process_stat.h"
#include "core/base/process_curves.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr std::size_t kMostTextBytes = 8192;

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

/// The rest of the line that begins with `key`; empty: there is none.
std::string_view line_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(key)) return trimmed(line.substr(key.size()));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

/// The number that the line begins with.
template <typename Number>
std::optional<Number> number_of(std::string_view text, std::string_view key) {
  const std::string_view line = line_of(text, key);
  return parse_number<Number>(line.substr(0, line.find_first_of(" \t")));
}

std::uint64_t bytes_of(std::string_view text, std::string_view key) {
  return number_of<std::uint64_t>(text, key).value_or(0) * 1024;  // "VmRSS:	1592 kB"
}

bool read_users(std::string_view line, std::array<std::uint32_t, 4>& users) {
  for (std::uint32_t& user : users) {
    line = trimmed(line);
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    const auto number = parse_number<std::uint32_t>(word);
    if (!number) return false;
    user = *number;
    line.remove_prefix(word.size());
  }
  return true;
}

}  // namespace

bool ProcessStatus::is_of_user(uid_t user) const {
  return std::ranges::all_of(users, [user](std::uint32_t one) { return one == user; });
}

std::optional<std::uint32_t> number_in_namespace(std::string_view status) {
  // "NSpid:	4711	12": from the namespace of /proc down to its own.
  const std::string_view numbers = line_of(status, "NSpid:");
  const std::size_t blank = numbers.find_last_of(" \t");
  if (blank == std::string_view::npos) return std::nullopt;
  return parse_number<std::uint32_t>(numbers.substr(blank + 1));
}

std::optional<ProcessStatus> read_status(const ProcFolder& process) {
  std::array<char, kMostTextBytes> room;
  const std::string_view text = process.read("status", room).text;
  ProcessStatus status;
  const auto number = number_of<std::int64_t>(text, "Tgid:");
  const auto parent = number_of<std::int64_t>(text, "PPid:");
  if (!number || !parent || !read_users(line_of(text, "Uid:"), status.users)) return std::nullopt;
  status.name = line_of(text, "Name:");
  status.process = *number;
  status.parent = *parent;
  // Where only the first thread has ended, the others are still counted.
  status.has_ended = line_of(text, "State:").starts_with('Z') &&
                     number_of<std::uint64_t>(text, "Threads:").value_or(0) <= 1;
  status.resident_bytes = bytes_of(text, "VmRSS:");
  status.peak_resident_bytes = bytes_of(text, "VmHWM:");
  return status;
}

ProcessCounters::Totals ProcessCounters::totals(const ProcFolder& process) {
  static_assert(kProcessCurves.size() == kFigures &&
                kProcessCurves[MajorFaults] == kMajorFaultsCurve &&
                kProcessCurves[DiskRead] == kDiskReadCurve);
  Totals totals;
  if (const auto status = read_status(process)) {
    totals.of[Resident] = static_cast<double>(status->resident_bytes);
    totals.of[Peak] = static_cast<double>(status->peak_resident_bytes);
  }
  std::array<char, kMostTextBytes> room;
  if (const auto stat = parse_stat(process.read("stat", room).text)) {
    totals.of[MinorFaults] = static_cast<double>(stat->minor_faults);
    totals.of[MajorFaults] = static_cast<double>(stat->major_faults);
  }
  const std::string_view io = process.read("io", room).text;
  const auto take = [&](Figure figure, std::string_view key) {
    if (const auto bytes = number_of<std::uint64_t>(io, key))
      totals.of[figure] = static_cast<double>(*bytes);
  };
  take(Read, "rchar:");
  take(Written, "wchar:");
  take(DiskRead, "read_bytes:");
  take(DiskWritten, "write_bytes:");
  return totals;
}

void ProcessCounters::look(Ns now_ns, const ProcFolder& process, const Visit& visit) {
  const Totals now = totals(process);
  const bool again = told_all_ns_ == kMinNs || now_ns - told_all_ns_ >= kSecond;
  if (again) told_all_ns_ = now_ns;
  const double seconds = static_cast<double>(now_ns - before_ns_) / static_cast<double>(kSecond);
  for (std::size_t at = 0; at < kFigures; ++at) {
    const auto figure = static_cast<Figure>(at);
    if (!now.of[at]) continue;
    if (figure == Resident || figure == Peak) {
      // A process that is ending has no memory any more, and its peak is known already.
      if (*now.of[at] > 0) tell(figure, *now.of[at], again, visit);
    } else if (before_.of[at] && seconds > 0) {
      tell(figure, std::max(0.0, *now.of[at] - *before_.of[at]) / seconds, again, visit);
    }
  }
  before_ = now;
  before_ns_ = now_ns;
}

void ProcessCounters::tell(Figure figure, double value, bool again, const Visit& visit) {
  if (!again && told_[figure] == value) return;
  told_[figure] = value;
  visit(kProcessCurves[figure], value);
}

}  // namespace lanescope

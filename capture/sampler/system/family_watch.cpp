#include "capture/sampler/system/family_watch.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <span>
#include <string_view>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/system/process_stat.h"
#include "capture/sampler/system/process_status.h"
#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

/// More numbers than this are not tried one by one.
constexpr std::int64_t kMostTried = 64;
/// Listing finds what was missed otherwise, such as a process that was given its number by name.
constexpr Ns kListingEvery = 1'000'000'000;
constexpr Ns kListingEveryWithoutHint = 40'000'000;
/// Listings may take one part in so many of a CPU.
constexpr Ns kListingShare = 30;
constexpr std::size_t kMostEnvironmentBytes = std::size_t{256} << 10U;

Ns monotonic_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return Ns{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

LastStarted::LastStarted(const std::string& proc)
    : file_(::open((proc + "/loadavg").c_str(), O_RDONLY | O_CLOEXEC)) {}

std::optional<std::int64_t> LastStarted::read() {
  // "0.00 0.01 0.05 1/94 14003"
  std::array<char, 128> room;
  const ssize_t got = ::pread(file_.get(), room.data(), room.size(), 0);
  if (got <= 0) return std::nullopt;
  std::string_view text(room.data(), static_cast<std::size_t>(got));
  text = text.substr(0, text.find('\n'));
  const auto number = parse_number<std::int64_t>(text.substr(text.rfind(' ') + 1));
  return number && *number > 0 ? number : std::nullopt;
}

FamilyWatch::FamilyWatch(std::int64_t command, std::string marker, std::string proc,
                         std::size_t most, std::int64_t adopter)
    : command_(command),
      marker_(std::move(marker)),
      proc_(std::move(proc)),
      most_(most),
      adopter_(adopter) {}

FamilyWatch::Look FamilyWatch::look(Ns now_ns, std::optional<std::int64_t> last_started) {
  Look look;
  std::vector<Newcomer> newcomers;
  for (const std::int64_t pid : new_numbers(now_ns, last_started)) {
    if (!claimed_.contains(pid)) examine(pid, newcomers);
  }
  for (const std::int64_t pid : claimed_) {
    others_.erase(pid);
    examine(pid, newcomers);
  }
  // A child may have a lower number than its parent.
  for (bool found = true; found;) {
    const auto member =
        std::ranges::find_if(newcomers, [this](const Newcomer& one) { return belongs(one); });
    found = member != newcomers.end();
    if (!found) break;
    admit(std::move(*member), look);
    newcomers.erase(member);
  }
  for (const Newcomer& other : newcomers) {
    others_.insert(other.pid);
    if (has_looked_ && other.is_ours && is_for_orphans(other.parent)) ++left_out_.orphans;
  }
  claimed_.clear();
  has_looked_ = true;
  look.problems = std::exchange(problems_, {});
  return look;
}

void FamilyWatch::claim(std::int64_t pid) {
  const bool was_refused = others_.contains(pid) && members_.size() >= most_;
  if (!was_refused && !members_.contains(pid)) claimed_.insert(pid);
}

bool FamilyWatch::is_for_orphans(std::int64_t parent) const {
  if (parent <= 1) return parent == 1;  // 0: of the kernel, or outside a container
  const auto folder = ProcFolder::open(parent, proc_);
  const auto status = folder ? read_status(*folder) : std::nullopt;
  return status && status->name == "systemd";
}

std::vector<std::int64_t> FamilyWatch::new_numbers(Ns now_ns,
                                                   std::optional<std::int64_t> last_started) {
  const bool is_due = now_ns >= next_listing_ns_;
  if (!last_started || !last_started_) {
    if (!is_due) return {};
    last_started_ = last_started;
    return list_all(now_ns);
  }
  const std::int64_t from = *last_started_, to = *last_started;
  if (from == to && !is_due) return {};
  const bool is_short = from <= to && to - from <= kMostTried;
  // What there is no time to list now stays to be found.
  if ((is_due || !is_short) && now_ns < listing_allowed_ns_) return {};
  forget_others(from, to);
  last_started_ = last_started;
  if (is_due || !is_short) return list_all(now_ns);
  std::vector<std::int64_t> numbers;
  for (std::int64_t pid = from + 1; pid <= to; ++pid) numbers.push_back(pid);
  return numbers;
}

void FamilyWatch::forget_others(std::int64_t from, std::int64_t to) {
  // Numbers behind `from` have been given anew; those of small ones after the highest.
  const auto end = from <= to ? others_.upper_bound(to) : others_.end();
  others_.erase(others_.upper_bound(from), end);
  if (from > to) others_.erase(others_.begin(), others_.upper_bound(to));
}

std::vector<std::int64_t> FamilyWatch::list_all(Ns now_ns) {
  const Ns begin_ns = monotonic_ns();
  std::vector<std::int64_t> listed = listed_processes(proc_);
  std::ranges::sort(listed);
  std::erase_if(others_,
                [&](std::int64_t pid) { return !std::ranges::binary_search(listed, pid); });
  std::erase_if(members_, [&](const auto& member) {
    return member.second == Member::LeftOut && !std::ranges::binary_search(listed, member.first);
  });
  std::erase_if(listed, [&](std::int64_t pid) { return others_.contains(pid); });
  const Ns every = last_started_ ? kListingEvery : kListingEveryWithoutHint;
  listing_allowed_ns_ = now_ns + kListingShare * (monotonic_ns() - begin_ns);
  next_listing_ns_ = std::max(now_ns + every, listing_allowed_ns_);
  return listed;
}

void FamilyWatch::examine(std::int64_t pid, std::vector<Newcomer>& newcomers) {
  if (pid <= 0 || pid == ::getpid() || members_.contains(pid)) return;
  auto folder = ProcFolder::open(pid, proc_);
  if (!folder) return;
  const auto status = read_status(*folder);
  // The number of a thread opens the folder of its process.
  if (!status || status->process != pid || status->has_ended) return;
  newcomers.push_back(
      {pid, status->parent, status->is_of_user(::geteuid()), status->name, std::move(*folder)});
}

bool FamilyWatch::belongs(const Newcomer& newcomer) const {
  if (newcomer.pid == command_ || members_.contains(newcomer.parent)) return true;
  if (claimed_.contains(newcomer.pid)) return true;
  if (adopter_ != 0 && newcomer.parent == adopter_) return true;
  if (marker_.empty() || !newcomer.is_ours) return false;
  const auto room = std::make_unique_for_overwrite<char[]>(kMostEnvironmentBytes);
  const std::span<char> bytes(room.get(), kMostEnvironmentBytes);
  return has_variable(newcomer.folder.read("environ", bytes).text, marker_);
}

void FamilyWatch::admit(Newcomer newcomer, Look& look) {
  LANESCOPE_CHECK(!members_.contains(newcomer.pid), "process {} to join once", newcomer.pid);
  if (!newcomer.is_ours) {
    members_[newcomer.pid] = Member::LeftOut;
    ++left_out_.of_others;
    leave_out("user", fmt::format("Process {} ({}) is not sampled: it runs as another user.",
                                  newcomer.pid, newcomer.name));
    return;
  }
  if (members_.size() >= most_) {
    others_.insert(newcomer.pid);
    ++left_out_.beyond_most;
    leave_out("most", fmt::format("Only the first {} processes are sampled.", most_));
    return;
  }
  members_[newcomer.pid] = Member::Watched;
  look.joined.push_back(std::move(newcomer.folder));
}

bool FamilyWatch::allows(const ProcFolder& process) {
  const auto status = read_status(process);
  if (!status) return true;  // it has ended, which will be noticed
  if (status->is_of_user(::geteuid())) return true;
  members_[process.pid()] = Member::LeftOut;
  ++left_out_.of_others;
  leave_out("changed user",
            fmt::format("Process {} ({}) is no longer sampled: it now runs as another user.",
                        process.pid(), status->name));
  return false;
}

bool FamilyWatch::leaves_out(std::int64_t pid) const {
  const auto member = members_.find(pid);
  return others_.contains(pid) || (member != members_.end() && member->second == Member::LeftOut);
}

void FamilyWatch::leave_out(std::string reason, std::string sentence) {
  if (reasons_.insert(std::move(reason)).second) problems_.push_back(std::move(sentence));
}

}  // namespace lanescope

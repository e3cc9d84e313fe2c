#include "core/session/laid_lanes.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/store/issue_kinds.h"
#include "core/store/laid_processes.h"

namespace lanescope {
namespace {

/// Beyond what Linux numbers by default, since viewers take numbers only.
constexpr std::int64_t kFirstMade = 2'000'000;

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_whole && number >= 0 ? std::optional(number) : std::nullopt;
}

/// Texts are found by their ids, so those of the profile keep theirs.
class Renamer {
 public:
  Renamer(const Snapshot& trace, Snapshot& profile, const std::string& file)
      : profile_(profile), file_(std::filesystem::path(file).filename().string()) {
    for (std::uint32_t i = 0; i < profile.strings->size(); ++i)
      pool_.intern(profile.text(StringId{i}));
    for (const Track& track : trace.tracks) used_.emplace(trace.text(track.process));
    for (const auto& counter : trace.counters) used_.emplace(trace.text(counter->process));
    for (const Track& track : profile.tracks) known_.emplace(profile.text(track.process));
  }

  /// By the number in the trace, as in kLaidProcessesMember.
  JsonObject run() {
    for (Track& track : profile_.tracks) {
      track.process_name = name_of(profile_.text(track.process_name));
      track.process = process_of(track.process);
    }
    for (auto& counter : profile_.counters) counter = renamed(*counter);
    profile_.strings = pool_.freeze();
    return std::move(laid_);
  }

 private:
  /// With what is written of it.
  std::shared_ptr<const CounterTrack> renamed(const CounterTrack& counter) {
    auto own = std::make_shared<CounterTrack>();
    own->process = process_of(counter.process);
    own->process_name = name_of(profile_.text(counter.process_name));
    own->name = counter.name;
    own->series = counter.series;
    make_columns(counter.time_ns.size(), own->time_ns, own->value);
    std::ranges::copy(counter.time_ns, own->time_ns.span().begin());
    std::ranges::copy(counter.value, own->value.span().begin());
    return own;
  }

  StringId name_of(std::string_view name) {
    constexpr std::string_view kProfile = "Profile";
    if (name.starts_with(kProfile)) return pool_.intern(name);
    return pool_.intern(std::string(kProfile) +
                        (name.empty() ? " " + file_ : " of " + std::string(name)));
  }

  StringId process_of(StringId own) {
    const auto [at, fresh] = made_.try_emplace(own);
    if (fresh) at->second = make(profile_.text(own));
    return at->second;
  }

  /// 0 is what profiles have that know no process, and in traces of torch.profiler the first GPU.
  StringId make(std::string_view own) {
    const auto number = number_in(own);
    const bool is_known = number && *number != 0;
    std::string pid(own);
    if (!is_known || used_.contains(own)) pid = unused();
    used_.insert(pid);
    laid_.emplace_back(pid, is_known ? JsonValue{*number} : JsonValue());
    return pool_.intern(pid);
  }

  std::string unused() {
    std::string pid;
    do {
      pid = std::to_string(next_++);
    } while (used_.contains(pid) || known_.contains(pid));
    return pid;
  }

  Snapshot& profile_;
  const std::string file_;
  StringPool pool_;
  std::set<std::string, std::less<>> used_, known_;  // by the trace and by the profile
  std::map<StringId, StringId> made_;
  std::int64_t next_ = kFirstMade;
  JsonObject laid_;
};

/// Adds to those of a profile that was laid beside the trace before.
void add_laid(JsonObject laid, TraceInfo& info) {
  JsonObject all = laid_processes(info);
  std::ranges::move(laid, std::back_inserter(all));
  JsonObject members = info.metadata.object() == nullptr ? JsonObject() : *info.metadata.object();
  std::erase_if(members, [](const JsonMember& one) { return one.first == kLaidProcessesMember; });
  members.emplace_back(kLaidProcessesMember, JsonValue{std::move(all)});
  info.metadata = JsonValue{std::move(members)};
}

}  // namespace

LaidLanes laid_lanes(const Snapshot& trace, const Snapshot& profile, const std::string& file) {
  LaidLanes out{profile, trace};
  add_laid(Renamer(trace, out.profile, file).run(), out.trace.info);
  std::ranges::copy_if(
      profile.report.issues, std::back_inserter(out.trace.report.issues),
      [](const LoadIssue& issue) { return issue.kind == issue_kinds::kAssumedRunning; });
  return out;
}

}  // namespace lanescope

#include "core/view/text/idle_text.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/idle/system_calls.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/utf8.h"
#include "core/store/thread_state.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kDeviceWaits> kWaitTitles = {"",
                                                                    "in a graph",
                                                                    "stream waits for another",
                                                                    "before a collective",
                                                                    "between kernels",
                                                                    "unexplained"};
/// A sentence says how much of the gap the main class has if it is less than this share.
constexpr double kWholeShare = 0.9;
/// A culprit is named alone if it has at least this share of its class.
constexpr double kMostShare = 0.5;
constexpr std::size_t kNameLength = 80;

std::string cut(std::string_view text) {
  return utf8_head(text, kNameLength);
}

/// A name for use in a sentence: the function of a Python frame, a shortened C++ name.
std::string spoken_name(const Snapshot& snapshot, EventId event) {
  const auto at = snapshot.find_slice(event);
  if (!at) return "";
  const std::string_view name = snapshot.text(at->chunk->name[at->slice]);
  if (is_python_function(snapshot.kind_of(at->chunk->category[at->slice]))) {
    return cut(parse_python_frame(name).function);
  }
  return cut(short_name(name));
}

/// How much of a gap its main class explains.
enum class Explained : std::uint8_t { All, Most, Part };

/// The sentence about one gap.
class Sentence {
 public:
  Sentence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap)
      : snapshot_(snapshot), device_(device), gap_(gap), main_(device.main_piece_of(gap)) {}

  std::string text() const {
    if (gap_.main == IdleClass::Paused) return paused(length_of(gap_.range));
    std::string text = "The GPU waited " + format_duration(device_.known_ns(gap_));
    if (const Explained part = explained(); part == Explained::Part) {
      text += fmt::format(", {} of it {}{}", share(gap_.main_ns), cause(), second_class());
    } else {
      text += (part == Explained::Most ? ", mostly " : " ") + cause();
    }
    if (const Ns paused_ns = device_.class_ns(gap_, IdleClass::Paused); paused_ns > 0)
      text += fmt::format(" For another {} {}.", format_duration(paused_ns),
                          unknown_time_words(snapshot_));
    return text;
  }

  /// The sentence about several gaps with one cause, which explains at least `least` of each.
  static std::string text_of(std::size_t gaps, std::string_view cause, Explained least) {
    return fmt::format("In {} gaps, {}{}", gaps,
                       cause.ends_with(kPausedCause) ? ""
                       : least == Explained::All     ? "the GPU waited "
                       : least == Explained::Most    ? "the GPU waited mostly "
                                                     : "the GPU waited partly ",
                       cause);
  }

  /// The same for gaps that differ in their lengths only.
  [[nodiscard]] std::string cause() const {
    if (gap_.main == IdleClass::Paused)
      return std::string(unknown_time_words(snapshot_)) + std::string(kPausedCause);
    std::string text = reason() + ".";
    if (gap_.drained_by != EventId::None && gap_.main != IdleClass::Sync) {
      text += " " + named(gap_.drained_by) + " had drained its queue.";
    }
    return text;
  }

  /// "Most" is more than half.
  [[nodiscard]] Explained explained() const {
    const Ns known_ns = device_.known_ns(gap_);
    if (!is_less(gap_.main_ns, known_ns, kWholeShare)) return Explained::All;
    return gap_.main_ns > known_ns - gap_.main_ns ? Explained::Most : Explained::Part;
  }

 private:
  /// After unknown_time_words().
  static constexpr std::string_view kPausedCause =
      " for most of the time, of which GPU activity is unknown.";

  static bool is_less(Ns part_ns, Ns whole_ns, double share) {
    return static_cast<double>(part_ns) < share * static_cast<double>(whole_ns);
  }
  /// Of what was recorded of the gap.
  [[nodiscard]] std::string share(Ns part_ns) const {
    return format_share(static_cast<double>(part_ns) /
                        static_cast<double>(std::max<Ns>(1, device_.known_ns(gap_))));
  }
  /// " Another 46 %: Python.", where the main class has at most half.
  [[nodiscard]] std::string second_class() const {
    std::pair<Ns, IdleClass> second{0, gap_.main};
    for (std::size_t c = 0; c < kIdleClasses; ++c) {
      const auto what = static_cast<IdleClass>(c);
      const Ns ns = what == gap_.main ? 0 : device_.class_ns(gap_, what);
      if (ns > second.first) second = {ns, what};
    }
    if (second.first == 0) return "";
    return fmt::format(" Another {}: {}.", share(second.first), idle_class_title(second.second));
  }
  [[nodiscard]] std::string named(EventId event) const { return spoken_name(snapshot_, event); }

  [[nodiscard]] std::string_view name_of(EventId event) const {
    return snapshot_.text(slice_name(snapshot_, event));
  }

  /// "aten::item in train.py:42", an operator and the line that calls it; of a Python function, its
  /// own line, and who called it from code of the user: "call in generated.py:9 (called from main
  /// in train.py:42)".
  [[nodiscard]] std::string main_culprit() const {
    std::string text = named(main_.culprit);
    const bool is_frame = is_python_function(kind_of(main_.culprit));
    const std::string source = source_text(name_of(main_.source));
    if (!is_frame) {
      if (!source.empty() && source != text) text += " in " + source;
    } else {
      const DetailsFrame own = parse_python_frame(name_of(main_.culprit));
      if (!own.file.empty()) text += " in " + line_text();
      if (main_.source != EventId::None && main_.source != main_.culprit)
        text += fmt::format(" (called from {} in {})", named(main_.source), source);
    }
    return text;
  }
  /// "several, chiefly …" if none has half of it.
  [[nodiscard]] std::string culprit() const {
    return (has_most() ? "" : "several, chiefly ") + main_culprit();
  }
  /// The same after the words for all of them: ": …" or ", chiefly …".
  [[nodiscard]] std::string of_these() const {
    return (has_most() ? ": " : ", chiefly ") + main_culprit();
  }
  [[nodiscard]] CategoryKind kind_of(EventId event) const {
    const auto at = snapshot_.find_slice(event);
    return at ? snapshot_.kind_of(at->chunk->category[at->slice]) : CategoryKind::Other;
  }
  /// "train.py:42": of a Python function its first line, or the one where samples found it.
  [[nodiscard]] std::string line_text() const {
    const auto function = snapshot_.find_slice(main_.culprit);
    const EventId line = function && is_sampled(function->track->kind)
                             ? sampled_line_at(snapshot_, *function->track, main_.range.begin_ns)
                             : EventId::None;
    if (line == EventId::None) return source_text(name_of(main_.culprit));
    const std::string_view text = name_of(line);
    return std::string(text.substr(text.rfind('/') + 1));
  }
  /// ", which was waiting in read /data/a.bin", if samples say so.
  [[nodiscard]] std::string by_wait() const {
    if (kind_of(main_.cause) != CategoryKind::ThreadState || !has_most()) return "";
    const ThreadState state = parse_thread_state(name_of(main_.cause));
    if (state.waits_for_cpu()) return ", which was waiting for a CPU";
    const std::string_view wait = state.name;
    if (wait.starts_with("waiting")) return fmt::format(", which was {}", wait);
    return ", which was waiting in " + cut(wait);
  }
  [[nodiscard]] bool has_most() const {
    return !is_less(gap_.culprit_ns, gap_.main_ns, kMostShare);
  }
  /// ", which was in cudaMalloc", unless that call is the culprit itself.
  [[nodiscard]] std::string by_call(std::string_view doing) const {
    if (main_.cause == main_.culprit || !has_most()) return "";
    return ", which " + std::string(doing) + " " + named(main_.cause);
  }

  [[nodiscard]] std::string paused(Ns length_ns) const {
    std::string text = capitalized(unknown_time_words(snapshot_));
    if (is_less(gap_.main_ns, length_ns, kWholeShare))
      text += " for " + format_duration(gap_.main_ns) + " of these " + format_duration(length_ns);
    return text + "; GPU activity during that time is unknown.";
  }

  [[nodiscard]] std::string reason() const {
    switch (gap_.main) {
      case IdleClass::Sync:
        return "for " + culprit() + by_call("was itself waiting for the GPU in");
      case IdleClass::Allocation:
        return "for " + culprit() + by_call("was allocating or freeing device memory in");
      case IdleClass::Runtime:
        return runtime_calls();
      case IdleClass::DataLoading:
        return "for data: " + named(main_.cause) + " was fetching the next batch" +
               (main_.cause == main_.culprit || !has_most() ? "" : ", in " + culprit());
      case IdleClass::CpuOp:
        return "for operators on the CPU" + of_these() + by_system_call();
      case IdleClass::Python:
        return fmt::format("for Python code that launched nothing{}{}{}",
                           is_sampled(kind_of(main_.culprit)) ? " (sampled)" : "", of_these(),
                           by_wait());
      case IdleClass::AnnotationOnly:
        return "for the host; the trace only shows that it was in " + culprit();
      case IdleClass::Untraced:
        return "for the host; the trace does not show what it did";
      case IdleClass::LaunchLatency:
        return "for the launch of " + named(gap_.kernel) + " by " + culprit() + " to reach the GPU";
      case IdleClass::DeviceWait:
        return queued();
      case IdleClass::Unlinked:
      case IdleClass::Paused:
        break;
    }
    return "for " + named(gap_.kernel) + "; the trace does not show what launched it";
  }

  /// "for system calls: load_batch, which was in sem_wait (lock)".
  [[nodiscard]] std::string runtime_calls() const {
    const std::string calls = of_these() + by_call("was in");
    if (!is_system_call(snapshot_, main_.cause)) return "for runtime calls" + calls;
    return "for system calls" + calls + kind_of_wait();
  }
  /// ", which was in fsync (disk)", if the operator was in that call for most of the time.
  [[nodiscard]] std::string by_system_call() const {
    if (is_less(length_of(main_.range), gap_.culprit_ns, kMostShare)) return "";
    const std::string call = by_call("was in");
    return call.empty() ? call : call + kind_of_wait();
  }
  /// " (lock)", of the system call that is the cause, if that is known.
  [[nodiscard]] std::string kind_of_wait() const {
    const HostState state = host_state_of(parse_thread_state(name_of(main_.cause)));
    const bool says_more = state != HostState::Other && has_most();
    return says_more ? fmt::format(" ({})", host_state_title(state)) : "";
  }

  [[nodiscard]] std::string queued() const {
    const std::string kernel = "before " + named(gap_.kernel) + ", which had been launched in time";
    switch (gap_.wait) {
      case DeviceWait::Graph:
        return kernel + " as part of a graph";
      case DeviceWait::StreamWait:
        return kernel + " but whose stream waited for another stream";
      case DeviceWait::Collective:
        return kernel + " but is a collective and may have waited for other ranks";
      case DeviceWait::KernelDelay:
        return kernel + "; this is the usual delay between kernels";
      case DeviceWait::None:
      case DeviceWait::Unexplained:
        break;
    }
    return kernel + "; the trace does not show what delayed it";
  }

  const Snapshot& snapshot_;
  const IdleDevice& device_;
  const IdleGap& gap_;
  const IdlePiece main_;
};

}  // namespace

std::string_view device_wait_title(DeviceWait wait) {
  return kWaitTitles[static_cast<std::size_t>(wait)];
}

std::string source_text(std::string_view frame) {
  const DetailsFrame parsed = parse_python_frame(frame);
  if (parsed.file.empty()) return parsed.function;
  return parsed.file.substr(parsed.file.rfind('/') + 1) + ":" + std::to_string(parsed.line);
}

std::string frame_text(std::string_view frame) {
  const DetailsFrame parsed = parse_python_frame(frame);
  if (parsed.file.empty()) return parsed.function;
  return fmt::format("{} ({})", parsed.function, source_text(frame));
}

std::string idle_sentence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap) {
  return gap.pieces == 0 ? std::string() : Sentence(snapshot, device, gap).text();
}

std::vector<GapsOfCause> longest_gaps(const Snapshot& snapshot, const IdleDevice& device,
                                      std::size_t most) {
  std::vector<GapsOfCause> groups;
  std::vector<std::string> causes;
  std::vector<Explained> least;
  const auto longest = std::span(device.longest).first(std::min(most, device.longest.size()));
  for (const std::uint32_t index : longest) {
    if (device.gaps[index].pieces == 0) continue;
    const Sentence sentence(snapshot, device, device.gaps[index]);
    const std::string cause = sentence.cause();
    const auto at = static_cast<std::size_t>(std::ranges::find(causes, cause) - causes.begin());
    if (at == causes.size()) {
      causes.push_back(cause);
      least.push_back(Explained::All);
      groups.push_back({sentence.text(), {}});
    }
    groups[at].gaps.push_back(index);
    least[at] = std::max(least[at], sentence.explained());
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t gaps = groups[i].gaps.size();
    if (gaps > 1) groups[i].text = Sentence::text_of(gaps, causes[i], least[i]);
  }
  return groups;
}

}  // namespace lanescope

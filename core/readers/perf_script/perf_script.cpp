#include "core/readers/perf_script/perf_script.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/readers/perf_script/line.h"
#include "core/readers/profiles/profile_text.h"

namespace lanescope {
namespace {

constexpr Ns kUsualDistance = 10'000'000;  // if no thread has two samples
constexpr Ns kLongestPeriod = 10'000'000'000;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// What perf prints about processes and files, if it is told to.
bool is_record(std::string_view line) {
  return line.find(": PERF_RECORD_") != std::string_view::npos;
}

/// How well an event tells where time went.
int rank_of(std::string_view event) {
  if (is_clock_event(event)) return 2;
  return event.find("cycles") == std::string_view::npos ? 0 : 1;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class PerfReader {
 public:
  PerfReader(const std::string& content, const LoadProgress* progress)
      : content_(content), text_(content.size(), progress) {}

  Result<ConvertedText> read() {
    choose_event();
    if (!event_) {
      return Error{Error::Kind::WrongFormat,
                   "is text of perf script without times or threads; print it again with -F "
                   "comm,pid,tid,time,event,ip,sym,dso"};
    }
    std::string_view rest = content_;
    while (!rest.empty() && !text_.full()) {
      offset_ = content_.size() - rest.size();
      read_line(take_line(rest));
    }
    end_sample();
    write();
    return text_.finish();
  }

 private:
  struct Sample {
    Ns time_ns = 0;
    std::size_t first = 0, depth = 0;  // in frames_, outermost first
  };
  struct Thread {
    std::string name;
    std::vector<Sample> samples;
  };
  using ThreadId = std::pair<std::int64_t, std::int64_t>;  // process and thread

  void choose_event() {
    std::string_view rest = content_;
    while (!rest.empty() && !text_.full()) {
      const std::string_view line = take_line(rest);
      if (line.starts_with('\t') || line.starts_with('#') || is_record(line)) continue;
      const auto header = parse_perf_header(line);
      if (!header) continue;
      if (!event_ || rank_of(header->event) > rank_of(*event_)) event_ = header->event;
      if (is_clock_event(*event_)) return;
    }
  }

  void read_line(std::string_view line) {
    if (line.starts_with('#')) return;
    if (is_blank(line)) return end_sample();
    // Commands such as "dd" look like the address of a frame.
    if (line.starts_with('\t') && read_frame(line)) return;
    if (!is_record(line)) {
      if (const auto header = parse_perf_header(line)) {
        end_sample();
        return begin_sample(*header, line);
      }
      if (read_frame(line)) return;
      if (inside_ && line.starts_with(' ')) return;  // the source line of a frame
      text_.drop_sample(offset_, line);
    }
    end_sample();
  }

  /// False if it is none, or not in a sample.
  bool read_frame(std::string_view line) {
    if (!inside_) return false;
    const auto frame = parse_perf_frame(line);
    if (frame) stack_.push_back(text_.frame(*frame));
    return frame.has_value();
  }

  void begin_sample(const PerfHeader& header, std::string_view line) {
    inside_ = true;
    is_other_ = header.event != event_;
    if (is_other_) text_.issues().add(Issue::OtherValues, offset_, header.event);
    header_ = header;
    line_ = line;
    sample_offset_ = offset_;
    // Without stacks, each line is a sample.
    const auto frame = parse_perf_frame(header.rest);
    if (!frame) return;
    stack_.push_back(text_.frame(*frame));
    end_sample();
  }

  void end_sample() {
    if (!inside_) return;
    inside_ = false;
    if (!is_other_) keep_sample();
    stack_.clear();
  }

  void keep_sample() {
    if (stack_.empty()) return text_.drop_sample(sample_offset_, line_);
    text_.take(sizeof(Sample) + stack_.size() * sizeof(ProfileText::Frame));
    // Thread 0 is that of each CPU that has nothing to do.
    const bool idles_here = header_.thread == 0 && header_.cpu >= 0;
    Thread& thread = threads_[{header_.process, idles_here ? -1 - header_.cpu : header_.thread}];
    thread.name = header_.command;
    if (idles_here) thread.name += fmt::format(" (CPU {})", header_.cpu);
    thread.samples.push_back({header_.time_ns, frames_.size(), stack_.size()});
    if (is_clock_event(header_.event) && header_.period <= kLongestPeriod)
      period_ns_ = header_.period;
    frames_.insert(frames_.end(), stack_.rbegin(), stack_.rend());
  }

  /// How far apart samples are while a thread runs: the period of a clock, else the lower quartile
  /// of all distances, since threads that wait much have few short ones.
  [[nodiscard]] Ns usual_distance() const {
    if (period_ns_ > 0) return period_ns_;
    std::vector<Ns> distances;
    for (const auto& [id, thread] : threads_) {
      for (std::size_t i = 1; i < thread.samples.size(); ++i) {
        const Ns distance_ns = thread.samples[i].time_ns - thread.samples[i - 1].time_ns;
        if (distance_ns > 0) distances.push_back(distance_ns);
      }
    }
    if (distances.empty()) return kUsualDistance;
    const auto quarter = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 4);
    std::ranges::nth_element(distances, quarter);
    return *quarter;
  }

  void write() {
    Ns first_ns = kMaxNs;
    for (auto& [id, thread] : threads_) {
      std::ranges::stable_sort(thread.samples, {}, &Sample::time_ns);
      first_ns = std::min(first_ns, thread.samples.front().time_ns);
    }
    const Ns usual_ns = usual_distance();
    std::int64_t named = -1;
    for (const auto& [id, thread] : threads_) {
      if (std::exchange(named, id.first) != id.first)
        text_.name_process(id.first, id.first == 0 ? "perf script" : thread.name);
      text_.begin_thread({id.first, id.second, thread.name, id.second > 0});
      write(thread.samples, first_ns, usual_ns);
    }
  }

  /// perf's clock has no meaning outside the machine: times count from the first sample.
  void write(const std::vector<Sample>& samples, Ns first_ns, Ns usual_ns) {
    for (std::size_t i = 0; i < samples.size() && !text_.full(); ++i) {
      const Sample& sample = samples[i];
      Ns end_ns = sample.time_ns + usual_ns;
      if (i + 1 < samples.size()) {
        const Ns next_ns = samples[i + 1].time_ns;
        if (next_ns - sample.time_ns <= usual_ns + usual_ns / 2) end_ns = next_ns;
      }
      text_.sample(std::span(frames_).subspan(sample.first, sample.depth),
                   sample.time_ns - first_ns, end_ns - first_ns);
    }
  }

  const std::string& content_;
  ProfileText text_;
  std::map<ThreadId, Thread> threads_;
  std::vector<ProfileText::Frame> frames_;  // of all samples
  std::optional<std::string_view> event_;   // the one that is read
  Ns period_ns_ = 0;                        // of a clock; 0: not known

  // The sample that is being read, innermost frame first.
  bool inside_ = false, is_other_ = false;
  std::uint64_t offset_ = 0, sample_offset_ = 0;
  PerfHeader header_;
  std::string_view line_;  // of the header
  std::vector<ProfileText::Frame> stack_;
};

/// Whether text of perf script begins with these lines.
bool is_perf_start(std::string_view first, std::string_view second) {
  const bool is_frame = parse_perf_frame(second).has_value();
  if (parse_perf_header(first)) return is_frame || parse_perf_header(second).has_value();
  // Without times or threads.
  const std::string_view head = first.substr(0, first.find_last_not_of(" \t\r") + 1);
  return head.ends_with(':') && !head.starts_with('\t') && second.starts_with('\t') && is_frame;
}

}  // namespace

bool is_perf_script(std::string_view head) {
  std::string_view first;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.starts_with('#') || is_blank(line)) continue;
    if (first.empty() && is_record(line)) return true;
    if (!first.empty()) return is_perf_start(first, line);
    first = line;
  }
  return parse_perf_header(first).has_value();
}

Result<ConvertedText> perf_script_text(const std::string& content, const LoadProgress* progress) {
  return PerfReader(content, progress).read();
}

}  // namespace lanescope

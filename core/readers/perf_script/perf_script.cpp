#include "core/readers/perf_script/perf_script.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/readers/perf_script/line.h"
#include "core/readers/profiles/profile_text.h"

namespace lanescope {
namespace {

constexpr Ns kUsualDistance = 10'000'000;  // if no thread has two samples
constexpr Ns kMostDistances = 3;           // after that samples are missing

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class PerfReader {
 public:
  PerfReader(const std::string& content, const LoadProgress* progress)
      : content_(content), text_(content.size(), progress) {}

  Result<ConvertedText> read() {
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
    std::string command;
    std::vector<Sample> samples;
  };
  using ThreadId = std::pair<std::int64_t, std::int64_t>;  // process and thread

  void read_line(std::string_view line) {
    if (line.starts_with('#')) return;
    if (is_blank(line)) return end_sample();
    if (inside_) {
      if (const auto frame = parse_perf_frame(line)) {
        stack_.push_back(text_.frame(*frame));
        return;
      }
    }
    const auto header = parse_perf_header(line);
    end_sample();
    if (!header) return text_.drop_sample(offset_, line);
    begin_sample(*header, line);
  }

  void begin_sample(const PerfHeader& header, std::string_view line) {
    inside_ = true;
    if (event_.empty()) event_ = header.event;
    is_other_ = header.event != event_;
    if (is_other_) text_.issues().add(Issue::OtherValues, offset_, header.event);
    id_ = {header.process, header.thread};
    time_ns_ = header.time_ns;
    sample_offset_ = offset_;
    header_ = line;
    command_ = header.command;
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
    if (stack_.empty()) return text_.drop_sample(sample_offset_, header_);
    text_.take(sizeof(Sample) + stack_.size() * sizeof(ProfileText::Frame));
    Thread& thread = threads_[id_];
    thread.command = command_;
    thread.samples.push_back({time_ns_, frames_.size(), stack_.size()});
    frames_.insert(frames_.end(), stack_.rbegin(), stack_.rend());
  }

  /// The median of the distances between samples of a thread.
  [[nodiscard]] static Ns usual_distance(const std::vector<Sample>& samples) {
    std::vector<Ns> distances;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const Ns distance_ns = samples[i].time_ns - samples[i - 1].time_ns;
      if (distance_ns > 0) distances.push_back(distance_ns);
    }
    if (distances.empty()) return kUsualDistance;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
  }

  void write() {
    Ns first_ns = kMaxNs;
    for (auto& [id, thread] : threads_) {
      std::ranges::stable_sort(thread.samples, {}, &Sample::time_ns);
      first_ns = std::min(first_ns, thread.samples.front().time_ns);
    }
    std::int64_t named = -1;
    for (const auto& [id, thread] : threads_) {
      if (std::exchange(named, id.first) != id.first)
        text_.name_process(id.first, id.first == 0 ? "perf script" : thread.command);
      text_.begin_thread({id.first, id.second, thread.command});
      write(thread.samples, first_ns);
    }
  }

  /// perf's clock has no meaning outside the machine: times count from the first sample.
  void write(const std::vector<Sample>& samples, Ns first_ns) {
    const Ns usual_ns = usual_distance(samples);
    for (std::size_t i = 0; i < samples.size() && !text_.full(); ++i) {
      const Sample& sample = samples[i];
      Ns end_ns = sample.time_ns + usual_ns;
      if (i + 1 < samples.size()) {
        const Ns next_ns = samples[i + 1].time_ns;
        if (next_ns - sample.time_ns <= kMostDistances * usual_ns) end_ns = next_ns;
      }
      text_.sample(std::span(frames_).subspan(sample.first, sample.depth),
                   sample.time_ns - first_ns, end_ns - first_ns);
    }
  }

  const std::string& content_;
  ProfileText text_;
  std::map<ThreadId, Thread> threads_;
  std::vector<ProfileText::Frame> frames_;  // of all samples
  std::string_view event_;                  // the one that is read

  // The sample that is being read, innermost frame first.
  bool inside_ = false, is_other_ = false;
  ThreadId id_;
  Ns time_ns_ = 0;
  std::uint64_t offset_ = 0, sample_offset_ = 0;
  std::string_view header_, command_;
  std::vector<ProfileText::Frame> stack_;
};

}  // namespace

bool is_perf_script(std::string_view head) {
  bool inside = false;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.starts_with('#') || is_blank(line)) continue;
    if (!inside && !parse_perf_header(line)) return false;
    if (inside) return parse_perf_frame(line).has_value() || parse_perf_header(line).has_value();
    inside = true;
  }
  return inside;
}

Result<ConvertedText> perf_script_text(const std::string& content, const LoadProgress* progress) {
  return PerfReader(content, progress).read();
}

}  // namespace lanescope

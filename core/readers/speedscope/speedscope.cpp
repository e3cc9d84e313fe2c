#include "core/readers/speedscope/speedscope.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <simdjson.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/value_words.h"
#include "core/readers/json/shape.h"
#include "core/readers/profiles/profile_text.h"
#include "core/readers/speedscope/frames.h"

namespace lanescope {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;

Error broken() {
  return {Error::Kind::WrongFormat,
          "is a speedscope profile with broken or truncated JSON; export it again"};
}

std::string_view text_of(const element& object, std::string_view key) {
  std::string_view text;
  return object[key].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::optional<array> list_of(const element& object, std::string_view key) {
  array list;
  if (object[key].get(list) != simdjson::SUCCESS) return std::nullopt;
  return list;
}

/// What a unit of a profile is in ns; nullopt: no time.
std::optional<std::int64_t> unit_ns(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> kUnits{
      {{"nanoseconds", 1},
       {"microseconds", 1'000},
       {"milliseconds", 1'000'000},
       {"seconds", 1'000'000'000}}};
  const auto at =
      std::ranges::find(kUnits, unit, &std::pair<std::string_view, std::int64_t>::first);
  return at == kUnits.end() ? std::nullopt : std::optional(at->second);
}

/// The number that follows `word` in a profile's name: py-spy names them
/// "Process 12 Thread 34 \"MainThread\"", also with hexadecimal numbers.
std::optional<std::int64_t> number_after(std::string_view name, std::string_view word) {
  const std::size_t at = name.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view digits = name.substr(at + word.size());
  const bool hex = digits.starts_with("0x");
  if (hex) digits.remove_prefix(2);
  std::int64_t number = 0;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  return read.ec == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

class SpeedscopeReader {
 public:
  SpeedscopeReader(std::uint64_t file_bytes, const LoadProgress* progress)
      : text_(file_bytes, progress) {}

  Result<ConvertedText> read(const element& root) {
    const auto shared = root["shared"];
    array profiles;
    element frames;
    const std::string_view exporter = text_of(root, "exporter");
    frames_ = SpeedscopeFrames(exporter);
    if (shared.get(frames) != simdjson::SUCCESS || !read_frames(frames)) return broken();
    if (root["profiles"].get(profiles) != simdjson::SUCCESS) return broken();
    if (exporter.starts_with("py-spy")) process_ = process_of_main(profiles);
    process_name_ = exporter.empty() ? "Profile" : fmt::format("Profile by {}", exporter);
    for (const element profile : profiles) {
      if (text_.full()) break;
      read_profile(profile);
    }
    if (sampled_ > 1) text_.issues().add(Issue::SeparateClocks, 0, exporter, sampled_);
    return text_.finish();
  }

 private:
  bool read_frames(const element& shared) {
    const auto frames = list_of(shared, "frames");
    if (!frames) return false;
    for (const element frame : *frames) {
      std::int64_t line = 0;
      if (frame["line"].get(line) != simdjson::SUCCESS) line = 0;
      if (!frames_.add({text_of(frame, "name"), text_of(frame, "file"), line}, text_)) break;
    }
    frames_.finish(text_);
    return true;
  }

  /// py-spy names the process only if it recorded several. On Linux its number is that of the main
  /// thread; 0 where none is called so.
  static std::int64_t process_of_main(const array& profiles) {
    for (const element profile : profiles) {
      const std::string_view name = text_of(profile, "name");
      if (name.find("\"MainThread\"") != std::string_view::npos &&
          name.find("Thread 0x") == std::string_view::npos)
        return number_after(name, "Thread ").value_or(0);
    }
    return 0;
  }

  [[nodiscard]] std::optional<std::size_t> index_at(const element& number) const {
    std::uint64_t index = 0;
    if (number.get(index) != simdjson::SUCCESS || index >= frames_.size()) return std::nullopt;
    return index;
  }

  [[nodiscard]] std::optional<ProfileText::Frame> frame_at(const element& number) const {
    const auto index = index_at(number);
    return index ? std::optional(frames_.at(*index)) : std::nullopt;
  }

  /// Integers are exact.
  [[nodiscard]] std::optional<Ns> time_at(const element& number) const {
    std::int64_t whole = 0;
    if (number.get(whole) == simdjson::SUCCESS) {
      const bool fits = whole >= 0 && whole <= kLongestProfile / unit_ns_;
      return fits ? std::optional(whole * unit_ns_) : std::nullopt;
    }
    double real = 0;
    if (number.get(real) != simdjson::SUCCESS) return std::nullopt;
    const double ns = real * static_cast<double>(unit_ns_);
    if (!(ns >= 0 && ns < static_cast<double>(kLongestProfile))) return std::nullopt;
    return std::llround(ns);
  }

  /// `scale`: what is drawn as time; empty if it is one. Profiles of the same number would share a
  /// lane: a further one gets another.
  void begin_thread(std::string_view name, std::string_view scale) {
    ++profiles_;
    const std::int64_t process = number_after(name, "Process ").value_or(process_);
    std::int64_t thread = number_after(name, "Thread ").value_or(profiles_);
    while (!used_.emplace(process, thread).second) ++thread;
    if (named_.insert(process).second) text_.name_process(process, process_name_);
    const std::string own = name.empty() ? fmt::format("profile {}", profiles_) : std::string(name);
    text_.begin_thread({process, thread,
                        scale.empty() ? own : fmt::format("{} (order is not time, {})", own, scale),
                        scale.empty()});
  }

  void read_profile(const element& profile) {
    const std::string_view type = text_of(profile, "type");
    const std::string_view unit = text_of(profile, "unit");
    const bool is_time = unit_ns(unit).has_value();
    unit_ns_ = unit_ns(unit).value_or(1);
    const std::string scale = is_time ? "" : drawn_as_time(unit);
    const auto events = list_of(profile, "events"), samples = list_of(profile, "samples"),
               weights = list_of(profile, "weights");
    const bool evented = type == "evented" && events;
    if (!evented && (!samples || !weights)) return text_.drop_sample(0, text_of(profile, "name"));
    begin_thread(text_of(profile, "name"), scale);
    if (!is_time) {
      text_.issues().add(Issue::OrderIsNotTime, 0, "");
      text_.issues().add(Issue::ValueIsNotTime, 0, scale);
    }
    if (evented) return read_events(*events);
    ++sampled_;
    read_samples(*samples, *weights);
  }

  void read_samples(const array& samples, const array& weights) {
    text_.keep_all_times();
    Ns at_ns = 0;
    auto weight = weights.begin();
    for (const element sample : samples) {
      if (text_.full()) return;
      const bool has_weight = weight != weights.end();
      const auto length_ns = has_weight ? time_at(*weight) : std::nullopt;
      if (has_weight) ++weight;
      array stack;
      if (!length_ns || *length_ns > kLongestProfile - at_ns ||
          sample.get(stack) != simdjson::SUCCESS || !read_stack(stack)) {
        text_.drop_sample(0, "samples");
        at_ns += std::min(length_ns.value_or(0), kLongestProfile - at_ns);
        continue;
      }
      text_.sample(stack_, at_ns, at_ns + *length_ns);
      at_ns += *length_ns;
    }
  }

  bool read_stack(const array& stack) {
    stack_.clear();
    std::optional<std::size_t> innermost;
    for (const element number : stack) {
      innermost = index_at(number);
      if (!innermost) return false;
      stack_.push_back(frames_.at(*innermost));
    }
    const auto line = innermost ? frames_.line_at(*innermost) : std::nullopt;
    if (line) stack_.push_back(*line);
    return true;
  }

  void read_events(const array& events) {
    std::vector<ProfileText::Frame> open;
    Ns last_ns = 0;
    for (const element event : events) {
      if (text_.full()) return;
      element number, at;
      const bool has = event["frame"].get(number) == simdjson::SUCCESS &&
                       event["at"].get(at) == simdjson::SUCCESS;
      const auto frame = has ? frame_at(number) : std::nullopt;
      const Ns at_ns = has ? time_at(at).value_or(-1) : -1;
      const bool opens = text_of(event, "type") == "O";
      const bool closes = frame && !open.empty() && open.back() == *frame && !opens;
      if (!frame || at_ns < last_ns || (!opens && !closes)) {
        text_.drop_sample(0, text_of(event, "type"));
        continue;
      }
      last_ns = at_ns;
      if (opens) {
        open.push_back(*frame);
        text_.open(*frame, last_ns);
      } else {
        open.pop_back();
        text_.close(last_ns);
      }
    }
  }

  ProfileText text_;
  SpeedscopeFrames frames_{""};  // by number
  std::vector<ProfileText::Frame> stack_;
  std::string process_name_;
  std::set<std::pair<std::int64_t, std::int64_t>> used_;
  std::set<std::int64_t> named_;
  std::int64_t profiles_ = 0;
  std::int64_t process_ = 0;  // of profiles that do not name theirs
  std::uint64_t sampled_ = 0;
  std::int64_t unit_ns_ = 1;
};

}  // namespace

bool is_speedscope(std::string_view head) {
  return has_top_members(head, {"$schema"})
             ? head.find("speedscope.app/file-format-schema") != std::string_view::npos
             : has_top_members(head, {"profiles", "shared"});
}

Result<ConvertedText> speedscope_text(const std::string& content, const LoadProgress* progress) {
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(content);
  if (parser.parse(padded).get(root) != simdjson::SUCCESS) return broken();
  return SpeedscopeReader(content.size(), progress).read(root);
}

}  // namespace lanescope

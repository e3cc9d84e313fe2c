#include "core/readers/pprof/pprof.h"

#include <algorithm>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/base/text/numbers.h"
#include "core/base/text/value_words.h"
#include "core/readers/pprof/profile.h"
#include "core/readers/profiles/profile_text.h"
#include "core/readers/profiles/weight_tree.h"

namespace lanescope {
namespace {

/// The texts of a type and a unit, by number.
bool is_value_type(std::string_view bytes) {
  MessageReader fields(bytes);
  while (const auto field = fields.next()) {
    if (field->is_bytes || field->number > 2) return false;
  }
  return !fields.broken();
}

/// Whether a profile has such a field: 1 to 6 and 11 are messages or texts, 13 a list.
bool is_profile_field(const MessageField& field) {
  if (field.number > 15) return false;
  const bool has_bytes = field.number <= 6 || field.number == 11;
  return field.number == 13 || field.is_bytes == has_bytes;
}

std::optional<std::int64_t> unit_ns(std::string_view unit) {
  if (unit == "nanoseconds" || unit == "ns") return 1;
  if (unit == "microseconds" || unit == "us") return 1'000;
  if (unit == "milliseconds" || unit == "ms") return 1'000'000;
  if (unit == "seconds" || unit == "s") return 1'000'000'000;
  return std::nullopt;
}

class PprofReader {
 public:
  PprofReader(const PprofProfile& profile, std::uint64_t file_bytes, const LoadProgress* progress)
      : profile_(profile), text_(file_bytes, progress), types_(profile.types()) {}

  Result<ConvertedText> read() {
    if (types_.empty()) {
      return Error{Error::Kind::WrongFormat, "is a pprof profile that does not say what it counts"};
    }
    if (!profile_.names_types()) {
      return Error{
          Error::Kind::WrongFormat,
          "is a pprof profile without its names, which come last: it is truncated; copy it "
          "again"};
    }
    choose_value();
    for (const std::string_view sample : profile_.samples()) {
      if (text_.full()) break;
      read_sample(sample);
    }
    write();
    return text_.finish();
  }

 private:
  struct ThreadId {
    std::int64_t process = 0;  // 0: none
    std::string_view name;
    std::int64_t number = 0;  // 0: none
    friend auto operator<=>(const ThreadId&, const ThreadId&) = default;
  };
  struct Sample {
    std::vector<ProfileText::Frame> stack;  // innermost first
    std::vector<std::int64_t> values;
    ThreadId thread;
  };

  void choose_value() {
    const auto is_time = [&](const PprofProfile::ValueType& type) {
      return unit_ns(type.unit).has_value();
    };
    auto chosen = std::ranges::find_if(types_, [&](const PprofProfile::ValueType& type) {
      return type.type == profile_.default_type() && is_time(type);
    });
    if (chosen == types_.end()) chosen = std::ranges::find_if(types_, is_time);
    if (chosen == types_.end())
      chosen = std::ranges::find(types_, profile_.default_type(), &PprofProfile::ValueType::type);
    if (chosen == types_.end()) --chosen;
    value_ = static_cast<std::size_t>(chosen - types_.begin());
    unit_ns_ = unit_ns(chosen->unit).value_or(1);
    if (types_.size() > 1)
      text_.issues().add(Issue::OtherValues, 0, name_of(*chosen), types_.size() - 1);
  }

  static std::string name_of(const PprofProfile::ValueType& type) {
    return fmt::format("{} ({})", type.type, type.unit);
  }
  static std::string name_of(const ThreadId& thread) {
    const auto& [process, name, number] = thread;
    if (number == 0) return name.empty() ? "all threads" : std::string(name);
    return name.empty() ? fmt::format("thread {}", number) : fmt::format("{} {}", name, number);
  }

  /// False if the bytes are damaged.
  bool parse(std::string_view bytes, Sample& sample) {
    MessageReader fields(bytes);
    bool whole = true;
    while (const auto field = fields.next()) {
      if (field->number == 1) {
        whole &= each_integer(*field, [&](std::uint64_t location) { add(location, sample); });
      } else if (field->number == 2) {
        whole &= each_integer(*field, [&](std::uint64_t value) {
          sample.values.push_back(static_cast<std::int64_t>(value));
        });
      } else if (field->number == 3 && field->is_bytes) {
        read_label(field->bytes, sample);
      }
    }
    return whole && !fields.broken();
  }

  void add(std::uint64_t location, Sample& sample) {
    auto [at, fresh] = frames_.try_emplace(location);
    if (fresh) {
      for (const std::string& name : profile_.frames_of(location, unnamed_))
        at->second.push_back(text_.frame(name));
    }
    // Inlined functions could make a short list long.
    text_.take(at->second.size());
    if (sample.stack.size() > kMostStack) return;
    sample.stack.insert(sample.stack.end(), at->second.begin(), at->second.end());
  }

  void read_label(std::string_view bytes, Sample& sample) const {
    MessageReader fields(bytes);
    std::uint64_t key_text = 0, text = 0;
    std::int64_t number = 0;
    while (const auto field = fields.next()) {
      if (field->number == 1) key_text = field->value;
      if (field->number == 2) text = field->value;
      if (field->number == 3) number = field->integer();
    }
    const std::string_view key = profile_.text(key_text), value = profile_.text(text);
    if (key == "pid" || key == "process id" || key == "process_id") {
      // A text in some, as are all labels of Go.
      if (number == 0) number = parse_number<std::int64_t>(value).value_or(0);
      sample.thread.process = std::max<std::int64_t>(number, 0);
      return;
    }
    const bool is_number = key == "tid" || key == "thread id" || key == "thread_id";
    const bool is_name = key == "thread" || key == "thread name" || key == "thread_name";
    if (!is_number && !is_name) return;
    if (number != 0) sample.thread.number = number;
    if (!value.empty() && (is_name || sample.thread.name.empty())) sample.thread.name = value;
  }

  void read_sample(std::string_view bytes) {
    Sample& sample = sample_;
    sample.stack.clear();
    sample.values.clear();
    sample.thread = {};
    const bool usable = parse(bytes, sample) && sample.values.size() == types_.size() &&
                        !sample.stack.empty() && sample.stack.size() <= kMostStack;
    const std::int64_t value = usable ? sample.values[value_] : -1;
    if (value < 0 || value > kLongestProfile / unit_ns_) return drop();
    std::ranges::reverse(sample.stack);
    auto& tree = trees_[sample.thread];
    if (!tree) {
      text_.take(sizeof(WeightTree));
      tree = std::make_unique<WeightTree>(text_);
    }
    if (!tree->add(sample.stack, value * unit_ns_)) drop();
  }

  void drop() { text_.drop_sample(0, "sample"); }

  void write() {
    const PprofProfile::ValueType& type = types_[value_];
    const bool is_time = unit_ns(type.unit).has_value();
    const std::string scale = is_time ? "" : drawn_as_time(type.unit);
    // Profiles of contention count the time in which a thread waited.
    const bool runs = is_time && type.type != "delay";
    std::int64_t lane = 0;
    std::optional<std::int64_t> named;
    for (const auto& [thread, tree] : trees_) {
      // Threads of a process follow each other.
      if (named != thread.process)
        text_.name_process(thread.process, fmt::format("pprof: {}", name_of(type)));
      named = thread.process;
      const std::string note = is_time ? "order is not time" : "order is not time, " + scale;
      text_.begin_thread(
          {thread.process, ++lane, fmt::format("{} ({})", name_of(thread), note), runs});
      tree->lay_out();
    }
    text_.issues().add(Issue::OrderIsNotTime, 0, name_of(type));
    if (unnamed_ > 0) text_.issues().add(Issue::MissingText, 0, "", unnamed_);
    if (const auto cut = profile_.cut_sample()) text_.issues().add(Issue::CutOffEvent, *cut, "");
    if (!is_time)
      text_.issues().add(Issue::ValueIsNotTime, 0, fmt::format("{}: {}", name_of(type), scale));
    if (profile_.time_ns().value_or(0) > 0) text_.set_base(*profile_.time_ns());
  }

  static constexpr std::size_t kMostStack = std::size_t{1} << 16U;

  const PprofProfile& profile_;
  ProfileText text_;
  const std::vector<PprofProfile::ValueType> types_;
  std::size_t value_ = 0;
  std::int64_t unit_ns_ = 1;
  std::unordered_map<std::uint64_t, std::vector<ProfileText::Frame>> frames_;  // by location
  std::uint64_t unnamed_ = 0;                                                  // frames
  std::map<ThreadId, std::unique_ptr<WeightTree>> trees_;
  Sample sample_;
};

}  // namespace

bool is_pprof(std::string_view head) {
  MessageReader fields(head);
  bool has_type = false, has_more = false;
  while (const auto field = fields.next()) {
    if (!is_profile_field(*field)) return false;
    if (field->number == 1 && !is_value_type(field->bytes)) return false;
    has_type |= field->number == 1;
    has_more |= field->number != 1;
  }
  return has_type && has_more;
}

Result<ConvertedText> pprof_text(const std::string& content, const LoadProgress* progress) {
  PprofProfile profile;
  const PprofProfile::Reading reading = profile.read(content);
  if (reading == PprofProfile::Reading::Damaged) {
    return Error{Error::Kind::WrongFormat,
                 "is a pprof profile that is damaged or truncated; copy it again"};
  }
  auto text = PprofReader(profile, content.size(), progress).read();
  if (text.ok()) text.value().complete = reading == PprofProfile::Reading::Whole;
  return text;
}

}  // namespace lanescope

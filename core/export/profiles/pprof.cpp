// pprof's format: https://github.com/google/pprof/blob/main/proto/profile.proto
#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/export/profiles/message_writer.h"
#include "core/export/profiles/profile_parts.h"
#include "core/export/profiles/stack_sums.h"

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = 1U << 20;

class PprofWriter {
 public:
  explicit PprofWriter(const ProfileParts& parts) : parts_(parts) {
    for (const Track* thread : parts_.threads()) {
      const ValueType type = type_of(*thread);
      if (std::ranges::find(types_, type) == types_.end()) types_.push_back(type);
    }
  }

  bool run() {
    for (const ValueType& type : types_) file_.message(1, message_of(type));
    std::size_t written = 0;
    for (const Track* thread : parts_.threads()) {
      if (!write_samples(*thread)) return false;
      parts_.tell(++written);
    }
    write_functions();
    const Ns base_ns = parts_.trace().info.base_ns.value_or(0);
    if (base_ns != 0) file_.integer(9, saturating_add(base_ns, parts_.extent().begin_ns));
    const bool has_times = std::ranges::find(types_, kWallTime) != types_.end();
    if (has_times) file_.integer(10, parts_.extent().length_ns());
    file_.message(11, message_of(types_.front()));
    file_.integer(12, 1);  // a unit of weight is one of the first type
    for (const std::string_view text : texts_) file_.bytes(6, text);
    return flush(0);
  }

 private:
  struct ValueType {
    std::string type, unit;
    friend bool operator==(const ValueType&, const ValueType&) = default;
  };
  inline static const ValueType kWallTime{"wall", "nanoseconds"};

  /// By pprof's own names: of heap profiles, space in bytes.
  [[nodiscard]] ValueType type_of(const Track& thread) const {
    const LaneValues values = parts_.values_of(thread);
    if (values.is_time) return kWallTime;
    if (values.unit == "bytes") return {"space", "bytes"};
    return {"weight", values.unit.empty() ? "count" : values.unit};
  }

  /// The number of a text; the empty one must be the first.
  std::int64_t text(std::string_view text) {
    const auto known = text_numbers_.find(text);
    if (known != text_numbers_.end()) return known->second;
    const auto number = static_cast<std::int64_t>(texts_.size());
    const auto at = text_numbers_.emplace(std::string(text), number).first;
    texts_.push_back(at->first);
    return number;
  }

  MessageWriter message_of(const ValueType& of) {
    MessageWriter type;
    type.integer(1, text(of.type)).integer(2, text(of.unit));
    return type;
  }

  /// Functions and locations have the same numbers, from 1.
  std::int64_t location(const StackFrame& frame) {
    const auto [at, fresh] = locations_.try_emplace({frame.name, frame.kind},
                                                    static_cast<std::int64_t>(frames_.size()) + 1);
    if (fresh) frames_.push_back(frame);
    return at->second;
  }

  bool write_samples(const Track& thread) {
    StackSums sums;
    sums.add(parts_.trace(), thread, parts_.range());
    const ValueType own_type = type_of(thread);
    MessageWriter label;
    label.integer(1, text("thread")).integer(2, text(parts_.name_of(thread)));
    const auto process = parts_.process_of(thread);
    MessageWriter process_label;
    if (process) process_label.integer(1, text("pid")).integer(3, *process);
    for (std::uint32_t node = 1; node < sums.nodes().size(); ++node) {
      const Ns self_ns = sums.nodes()[node].self_ns;
      if (self_ns == 0) continue;
      MessageWriter stack, value, sample;
      for (const StackFrame& frame : sums.frames_of(node)) stack.item(location(frame));
      for (const ValueType& type : types_) value.item(type == own_type ? self_ns : 0);
      sample.message(1, stack).message(2, value).message(3, label);
      if (process) sample.message(3, process_label);
      file_.message(2, sample);
      if (!flush(kPieceBytes)) return false;
    }
    return true;
  }

  void write_functions() {
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const FrameParts its = parts_.parts_of(frames_[i]);
      const auto number = static_cast<std::int64_t>(i) + 1;
      MessageWriter function, line, location;
      function.integer(1, number).integer(2, text(its.function)).integer(3, text(its.function));
      line.integer(1, number);
      if (!its.file.empty()) {
        function.integer(4, text(its.file)).integer(5, its.line);
        line.integer(2, its.line);
      }
      location.integer(1, number).message(4, line);
      file_.message(4, location).message(5, function);
    }
  }

  bool flush(std::size_t least) {
    if (file_.text().size() < least) return true;
    std::string bytes = file_.text();
    file_.clear();
    return parts_.flush(bytes, 0);
  }

  const ProfileParts& parts_;
  std::vector<ValueType> types_;  // of the values of each sample
  MessageWriter file_;
  std::map<std::string, std::int64_t, std::less<>> text_numbers_{{"", 0}};
  std::vector<std::string_view> texts_{std::string_view()};
  std::map<std::pair<StringId, CategoryKind>, std::int64_t> locations_;
  std::vector<StackFrame> frames_;
};

}  // namespace

bool write_pprof(const ProfileParts& parts) {
  return PprofWriter(parts).run();
}

}  // namespace lanescope

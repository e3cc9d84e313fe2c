// speedscope's evented profiles: https://www.speedscope.app/file-format-schema.json. The frames
// come last, since they are known only then.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/text/json_writer.h"
#include "core/export/profiles/profile_parts.h"

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = 1U << 20;

class SpeedscopeWriter {
 public:
  explicit SpeedscopeWriter(const ProfileParts& parts) : parts_(parts) {}

  bool run() {
    json_.begin_object();
    json_.member("$schema", "https://www.speedscope.app/file-format-schema.json");
    json_.member("exporter", "lanescope");
    json_.begin_array("profiles", JsonLayout::Rows);
    std::size_t written = 0;
    for (const Track* thread : parts_.threads()) {
      write_profile(*thread);
      if (!wanted_) return false;
      parts_.tell(++written);
    }
    json_.end();
    write_frames();
    json_.end();
    text_ += '\n';
    return parts_.flush(text_, 0);
  }

 private:
  void write_profile(const Track& thread) {
    json_.begin_object();
    json_.member("type", "evented");
    json_.member("name", parts_.name_of(thread));
    json_.member("unit", unit_of(parts_.values_of(thread)));
    json_.member("startValue", 0);
    json_.member("endValue", parts_.extent().length_ns());
    json_.begin_array("events", JsonLayout::Rows);
    std::vector<std::uint32_t> open;
    walk_stacks(
        parts_.trace(), thread, parts_.extent(),
        [&](const StackFrame& frame, Ns at_ns) {
          open.push_back(number_of(frame));
          write_event("O", open.back(), at_ns);
        },
        [&](Ns at_ns) {
          write_event("C", open.back(), at_ns);
          open.pop_back();
        });
    json_.end();
    json_.end();
  }

  /// The format knows no units but these.
  static std::string_view unit_of(const LaneValues& values) {
    if (values.is_time) return "nanoseconds";
    return values.unit == "bytes" ? "bytes" : "none";
  }

  void write_event(std::string_view type, std::uint32_t frame, Ns at_ns) {
    if (!wanted_) return;
    json_.begin_object();
    json_.member("type", type);
    json_.member("frame", frame);
    json_.member("at", at_ns - parts_.extent().begin_ns);
    json_.end();
    wanted_ = parts_.flush(text_, kPieceBytes);
  }

  std::uint32_t number_of(const StackFrame& frame) {
    const auto [at, fresh] =
        numbers_.try_emplace({frame.name, frame.kind}, static_cast<std::uint32_t>(frames_.size()));
    if (fresh) frames_.push_back(frame);
    return at->second;
  }

  void write_frames() {
    json_.begin_object("shared");
    json_.begin_array("frames", JsonLayout::Rows);
    for (const StackFrame& frame : frames_) {
      const FrameParts its = parts_.parts_of(frame);
      json_.begin_object();
      json_.member("name", its.function);
      if (!its.file.empty()) {
        json_.member("file", its.file);
        json_.member("line", its.line);
      }
      json_.end();
    }
    json_.end();
    json_.end();
  }

  const ProfileParts& parts_;
  std::string text_;
  JsonWriter json_{text_};
  bool wanted_ = true;
  std::map<std::pair<StringId, CategoryKind>, std::uint32_t> numbers_;
  std::vector<StackFrame> frames_;
};

}  // namespace

bool write_speedscope(const ProfileParts& parts) {
  return SpeedscopeWriter(parts).run();
}

}  // namespace lanescope

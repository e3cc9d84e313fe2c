// Replaces the names in a trace that is given away: those of libraries stay, everything else
// becomes "annotation 3", "file4.py(12): function 17", "nn.Module: Module2_0".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/store/category.h"

namespace lanescope {

/// What a name is the name of; each kind is numbered by itself.
enum class NameKind : std::uint8_t {
  Annotation,
  Operator,
  Kernel,
  Call,
  Event,
  Function,
  File,
  Module,
  Optimizer,
  ModulePath,
  Counter,
  Series,
  Category,
  Flow,
  Process,
  ProcessName,
  Thread,
  ThreadName,
  ProcessGroup,
  Argument,
  Text,
  Type,
  Device,
  Mark,
  Metadata,
};
inline constexpr std::size_t kNameKinds = 25;

/// What was replaced of one kind.
struct ReplacedNames {
  NameKind kind = NameKind::Annotation;
  std::vector<std::pair<std::string, std::string>> names;  // old and new, in the order of the old
};

/// "annotations", "files" …
std::string_view kind_title(NameKind kind);

/// A white list: a name stays only if it is known to belong to a library, to the profiler or to the
/// hardware, or consists of numbers or of known words; see known_names.h. The same name always gets
/// the same replacement, so structure, counts and analyses stay the same, also between the traces
/// that are given away together, which share one Redaction. Numbers are given in the order in which
/// names are met. One thread at a time. Memory: every different name that was met.
///
/// Returned views stay valid as long as the Redaction.
class Redaction {
 public:
  /// The name of an event of this category. What analyses read from a name is kept: a kernel that
  /// communicates or uses tensor cores still says so.
  std::string_view event_name(CategoryKind category, std::string_view name);
  std::string_view category(std::string_view name) { return name_of(NameKind::Category, name); }
  std::string_view flow(std::string_view name) { return name_of(NameKind::Flow, name); }
  std::string_view counter(std::string_view name) { return name_of(NameKind::Counter, name); }
  std::string_view series(std::string_view name) { return name_of(NameKind::Series, name); }
  /// A process or thread id, which may be text.
  std::string_view process(std::string_view id) { return name_of(NameKind::Process, id); }
  std::string_view thread(std::string_view id) { return name_of(NameKind::Thread, id); }
  std::string_view process_name(std::string_view name) {
    return name_of(NameKind::ProcessName, name);
  }
  std::string_view thread_name(std::string_view name) {
    return name_of(NameKind::ThreadName, name);
  }
  std::string_view device(std::string_view name) { return name_of(NameKind::Device, name); }
  /// The name of what the user marked.
  std::string_view mark(std::string_view name) { return name_of(NameKind::Mark, name); }

  /// The arguments of an event, or any other of its members.
  JsonValue argument(std::string_view key, const JsonValue& value);
  std::string_view argument_key(std::string_view key) { return name_of(NameKind::Argument, key); }

  /// A member of the trace outside its events; nullopt if it must be left out.
  std::optional<JsonValue> metadata(std::string_view key, const JsonValue& value);

  /// Everything replaced so far, by kind in the order of the enumerators; kinds with none left out.
  [[nodiscard]] std::vector<ReplacedNames> replaced() const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  template <typename Value>
  using ByName = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  std::string_view name_of(NameKind kind, std::string_view name);
  std::string new_name(NameKind kind, std::string_view name);
  std::uint64_t number(NameKind kind, std::string_view name);
  std::string numbered(NameKind kind, std::string_view name, std::string_view word);

  std::string range_name(NameKind kind, std::string_view name);
  std::string category_name(std::string_view name);
  std::string op_name(std::string_view name);
  std::string kernel_name(std::string_view name);
  std::string function_name(std::string_view name);
  std::string frame_name(std::string_view name);
  std::string built_in_name(std::string_view name);
  std::string file_name(std::string_view file);
  std::string module_name(std::string_view name);
  std::string thread_title(std::string_view name);
  std::string call_stack(std::string_view text);
  std::string text(std::string_view key, std::string_view text);
  JsonValue described(const JsonValue& value);

  std::array<ByName<std::string>, kNameKinds> names_;      // old to new, also those that stay
  std::array<ByName<std::uint64_t>, kNameKinds> numbers_;  // by what a number is given to
};

}  // namespace lanescope

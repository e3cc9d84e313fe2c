// Execution traces of PyTorch (ExecutionTraceObserver), also in the form of Chakra: what each
// operator was called with, without times. Read for operators of a trace that was recorded without
// record_shapes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/bytes/byte_source.h"
#include "core/base/check.h"
#include "core/base/result.h"
#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/text/string_table.h"

namespace lanescope {

/// Whether a file that begins with `head` is one.
bool is_execution_trace(std::string_view head);

class ExecutionTrace {
 public:
  /// The arguments of one call, each as JSON in torch.profiler's form.
  struct Call {
    StringId name = StringId::Empty;
    StringId dims = StringId::Empty, types = StringId::Empty, strides = StringId::Empty,
             values = StringId::Empty;
  };

  /// Reads from the beginning. Errors: WrongFormat if it is none, or malformed; Unsupported above
  /// 4 GiB. Memory: the text, while it is read; then some 40 bytes a call, and each text once.
  static Result<ExecutionTrace> read(ByteSource& source);

  /// By "Record function id"; null if it is not known.
  [[nodiscard]] const Call* find(std::uint64_t record_function) const;
  [[nodiscard]] std::string_view text(StringId id) const {
    LANESCOPE_CHECK(index_of(id) < texts_.size(), "one of {} texts, not {}", texts_.size(), id);
    return texts_[id];
  }
  [[nodiscard]] std::size_t size() const { return calls_.size(); }
  [[nodiscard]] const std::string& schema() const { return schema_; }
  /// Of the process that was recorded; 0 if the file does not say.
  [[nodiscard]] std::int64_t process() const { return process_; }

 private:
  class Reader;

  StringPool texts_;
  std::unordered_map<std::uint64_t, Call> calls_;
  std::string schema_;
  std::int64_t process_ = 0;
};

}  // namespace lanescope

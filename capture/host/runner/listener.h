// Who wants to see what is captured while it comes in: the live picture. The same bytes go into the
// capture file, so that a listener misses nothing that the file has, and nothing needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanescope {

/// Called on the session's reader thread, one call at a time, in the order of the capture file.
/// What is slow here is waited for by the rings: keep calls below a few milliseconds. Views are
/// valid during the call only. Texts are lines of KEY=VALUE as in capture/wire/control.h. Nothing
/// may be thrown. All of it comes from the target and has to be taken with care, only the framing
/// of records is checked.
class CaptureListener {
 public:
  virtual ~CaptureListener() = default;

  /// A process joins; `process` counts from 0 in the order of joining. `hello`: text of its Hello.
  virtual void on_process(std::uint32_t process, std::string_view hello) = 0;

  /// Text of its Caps, once CUPTI has been found or given up.
  virtual void on_caps(std::uint32_t process, std::string_view caps) = 0;

  /// "code=", "text=", "hint=": from the process or about it. kNoProcess: about the capture.
  virtual void on_problem(std::uint32_t process, std::string_view problem) = 0;

  /// Whole records of one channel in the order they were written, without Pad records: every record
  /// has `words` of at least 1 and lies in the span; at most 1 MiB at a time.
  virtual void on_records(std::uint32_t process, std::uint32_t channel,
                          std::span<const std::byte> records) = 0;

  /// No more records come from this process. "reason=exit|killed|lost", "code=", "signal=" as far
  /// as known.
  virtual void on_left(std::uint32_t process, std::string_view left) = 0;

  static constexpr std::uint32_t kNoProcess = 0xFFFFFFFFU;
};

}  // namespace lanescope

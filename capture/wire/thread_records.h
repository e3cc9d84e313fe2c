// Records of a channel: its tables, and what a thread of the target did, by its own account.
#pragma once

#include <cstdint>

#include "capture/wire/record_header.h"

namespace lanescope::wire {

enum class ChannelKind : std::uint32_t {
  Thread = 0,    // a thread of the target
  Gpu = 1,       // the drain thread: what CUPTI delivers
  Samples = 2,   // the recorder: what threads did, seen from outside
  Recorder = 3,  // the recorder: its own marks in a thread, which it does not name
};

/// aux: ChannelKind. Resets the channel's tables.
struct ChannelOpenRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t tid;     // from gettid
  std::uint32_t pid;     // getpid of the writer; reveals a channel broken by a fork
  char thread_name[16];  // pthread_getname_np, zero-terminated; empty: unknown
};

/// aux: the string's number. Followed by `bytes` bytes of UTF-8 (not validated), padded to a word.
struct StringRecord {
  RecordHeader header;
  std::uint32_t bytes;
  std::uint32_t flags;  // kStringCut
};
inline constexpr std::uint32_t kStringCut = 1;

/// A Python code object; aux: its number. Followed by `table_bytes` bytes of its line table, padded
/// to a word: co_lnotab or co_linetable, depending on the version.
struct CodeRecord {
  RecordHeader header;
  std::uint64_t address;
  std::uint32_t name;  // string: co_qualname if there is one, else co_name
  std::uint32_t file;  // string
  std::int32_t first_line;
  std::uint16_t python;  // hexadecimal version without the patch level: 0x030B
  std::uint16_t flags;   // kCodeTableCut
  std::uint32_t table_bytes;
  std::uint32_t reserved;
};
inline constexpr std::uint16_t kCodeTableCut = 1;  // later instructions have no line

/// One frame: a code object and the offset of its current instruction in bytes from the start of
/// the bytecode.
struct StackFrame {
  std::uint32_t code;
  std::int32_t instruction;  // bytes; -1: unknown
};

/// aux: the stack's number. Followed by `depth` StackFrames, innermost first.
struct StackRecord {
  RecordHeader header;
  std::uint32_t depth;
  std::uint32_t flags;  // kStackCut: outer frames are missing
};
inline constexpr std::uint32_t kStackCut = 1;

enum class ApiDomain : std::uint32_t { Driver = 1, Runtime = 2 };  // as CUpti_CallbackDomain
enum class ApiClass : std::uint32_t {
  Launch = 0,
  Copy = 1,
  Set = 2,
  Sync = 3,
  Memory = 4,
  Other = 5
};

/// Start of a CUDA call. aux: callback id | domain << 24 | class << 28.
struct ApiBeginRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t correlation;  // widened to 64 bits by the agent
  std::uint32_t stack;        // Python stack; 0: none
  std::uint32_t range;        // innermost NVTX range of this thread; 0: none
  std::uint32_t api;          // string: "cudaLaunchKernel", without version suffix
  std::uint32_t kernel;       // string: symbol of the launched kernel; 0: not yet known
  std::uint64_t stream;       // the handle passed to the call; 0: none or default
};
static_assert(sizeof(ApiBeginRecord) == 48);

/// End of the innermost open call of this channel. aux: its return value (cudaError_t, CUresult).
struct ApiEndRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t correlation;
};

/// A nested call has its own correlation id: work with `inner` belongs to `outer`.
struct ApiAliasRecord {
  RecordHeader header;
  std::uint64_t inner;
  std::uint64_t outer;
};

/// NVTX push. aux: string of the message.
struct RangePushRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t range;   // its number, for ApiBegin
  std::uint32_t domain;  // string; 0: the default domain
};

/// Closes a pushed range, usually the innermost; ranges of different domains may overlap without
/// nesting. aux: the range's number.
struct RangePopRecord {
  RecordHeader header;
  std::int64_t time_ns;
};

/// NVTX start: a range that any thread may end. aux: string of the message.
struct RangeStartRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t id;  // unique in the process
  std::uint32_t domain;
  std::uint32_t reserved;
};

struct RangeEndRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t id;
};

/// aux: string of the message.
struct MarkRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t domain;
  std::uint32_t reserved;
};

/// aux: string, the counter's name.
struct CounterRecord {
  RecordHeader header;
  std::int64_t time_ns;
  double value;
};

/// The next record of the channel, an ApiBegin, RangePush or RangeStart, is of something that began
/// at this time, of which the recording does not have the beginning. The next record has the
/// time from which on it has it. aux: 0.
struct BegunEarlierRecord {
  RecordHeader header;
  std::int64_t time_ns;
};

/// aux: string.
struct ThreadNameRecord {
  RecordHeader header;
  std::uint32_t tid;  // the named thread; 0 or missing: this channel's thread
  std::uint32_t reserved;
};

}  // namespace lanescope::wire

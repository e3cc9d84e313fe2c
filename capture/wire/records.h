// The record format that the capture agent writes: a sequence of records, each starting with a
// RecordHeader. The bytes are the same in the shared ring, in capture files and in tests.
//
// - A record's size is a multiple of 8 bytes; fields are little endian and naturally aligned.
// - Times are CLOCK_REALTIME in ns, as CUPTI reports them on Linux. Every record carries its own
//   time, so a lost record does not affect others.
// - A channel is written by one thread at a time and read in order. Numbers of strings, code
//   objects, stacks and ranges are local to the channel, start at 1 and are defined before they are
//   used; ChannelOpen resets them all. 0 is "none".
// - New fields are only added at the end of a record; new records get new types. A reader takes the
//   fields that fit into a record's length, 0 for the others, and skips unknown types, which the
//   load report lists.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::wire {

/// A reader with another major version refuses the data.
inline constexpr std::uint16_t kMajor = 1, kMinor = 0;

enum class RecordType : std::uint16_t {
  Pad = 0,  // fills the end of a ring; ignored
  // Tables of the channel.
  ChannelOpen = 1,
  String = 2,
  Code = 3,
  Stack = 4,
  // Activity of the target's threads; one channel per thread.
  ApiBegin = 10,
  ApiEnd = 11,
  ApiAlias = 12,
  RangePush = 13,
  RangePop = 14,
  RangeStart = 15,
  RangeEnd = 16,
  Mark = 17,
  Counter = 18,
  ThreadName = 19,
  // What the recorder saw threads do, from outside; one channel per process.
  Sample = 20,
  SampleStats = 21,
  NativeStack = 22,
  NativeSample = 23,
  ThreadSwitch = 24,
  SwitchGap = 25,
  // What CUPTI delivers, in the drain thread's channel.
  Kernel = 30,
  Memcpy = 31,
  Memset = 32,
  Api = 33,
  Sync = 34,
  Overhead = 35,
  Memory = 36,
  Graph = 37,
  CudaEvent = 38,
  Device = 39,
  Context = 40,
  Stream = 41,
  Environment = 42,
  Jit = 43,
  // About the capture itself.
  Clock = 60,
  Gap = 61,
  Stats = 62,
  Conflict = 63,
};

/// Whether later records may refer to it, or its information stays valid: channel tables, devices,
/// contexts, streams, names.
constexpr bool is_definition(RecordType type) {
  switch (type) {
    case RecordType::ChannelOpen:
    case RecordType::String:
    case RecordType::Code:
    case RecordType::Stack:
    case RecordType::NativeStack:
    case RecordType::ThreadName:
    case RecordType::Device:
    case RecordType::Context:
    case RecordType::Stream:
      return true;
    default:
      return false;
  }
}

struct RecordHeader {
  std::uint16_t type = 0;   // RecordType
  std::uint16_t words = 0;  // size in 8-byte words including this header; never 0
  std::uint32_t aux = 0;    // meaning depends on the record type
};
static_assert(sizeof(RecordHeader) == 8);

inline constexpr std::size_t kWord = 8;
inline constexpr std::size_t kMaxRecordBytes = 0xFFFF * kWord;
inline constexpr std::size_t kMaxStringBytes = 4096;  // longer texts are cut; see kStringCut

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

/// aux: string.
struct ThreadNameRecord {
  RecordHeader header;
  std::uint32_t tid;  // the named thread; 0 or missing: this channel's thread
  std::uint32_t reserved;
};

enum class SampledState : std::uint32_t {
  Unknown = 0,
  Running = 1,  // on a CPU or ready
  Waiting = 2,  // interruptible sleep
  Disk = 3,     // uninterruptible sleep
  Stopped = 4,
  Ended = 5,  // the thread is gone
};
inline constexpr std::uint32_t kSampleHoldsGil = 1;
inline constexpr std::uint32_t kSampleWaitsForGil = 2;
inline constexpr std::uint32_t kSampleTorn = 4;  // the stack changed while it was read

/// What a thread did at `count` samples in a row, seen from outside by the recorder. aux:
/// SampledState | flags << 8.
struct SampleRecord {
  RecordHeader header;
  std::int64_t first_ns, last_ns;  // of the samples
  std::uint32_t count;
  std::uint32_t tid;
  std::uint32_t stack;  // 0: none, or torn
  std::uint32_t wait;   // string: what it waits in, such as "read /data/a.bin", "futex", "poll"; 0:
                        // not known or not waiting
};
static_assert(sizeof(SampleRecord) == 40);

/// The sampler's statistics: before the first sample, once a second, and when the period changes.
/// Counters are totals since the channel was opened.
struct SampleStatsRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::int64_t period_ns;  // between two samples of a thread, as requested
  std::uint64_t samples;   // taken, of all threads
  std::uint64_t torn;      // of those, with a stack that changed while it was read
  std::uint64_t missed;    // ticks that came too late
  std::uint64_t spent_ns;  // by the sampler
};
static_assert(sizeof(SampleStatsRecord) == 56);

/// Frames of machine code, innermost first: strings such as "at::native::add_kernel
/// (libtorch_cpu.so)". aux: the stack's id within the channel.
struct NativeStackRecord {
  RecordHeader header;
  std::uint32_t count;
  std::uint32_t reserved;
  /* count times std::uint32_t string follow */
};

/// One sample of the CPU, taken by the kernel while the thread ran. aux: native stack (0: none).
struct NativeSampleRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t tid;
  std::uint32_t period_us; /* of CPU time that the sample stands for */
};

enum class SwitchKind : std::uint32_t {
  In = 1,
  Preempted = 2, /* could have run on: runnable */
  Blocked = 3,
  Ready = 4, /* was woken: could run since then, as the recorder found out when it did */
};

/// The scheduler took a thread from its CPU or gave it one. aux: SwitchKind.
struct ThreadSwitchRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t tid;
  std::uint32_t reserved;
};

/// Between these times, threads of the process may have got or lost a CPU without a ThreadSwitch or
/// NativeSample, since a CPU switched too often to be watched. Written at the begin. aux: 0.
struct SwitchGapRecord {
  RecordHeader header;
  std::int64_t begin_ns, end_ns;
};

/// aux: string, the kernel's mangled or plain name as CUPTI reports it. Fields as in
/// CUpti_ActivityKernel; fields missing in the CUPTI version are 0.
struct KernelRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;  // both 0: CUPTI had no room for the timestamps
  std::uint64_t correlation;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t grid[3], block[3], cluster[3];
  std::uint32_t registers;
  std::uint32_t static_shared, dynamic_shared, executed_shared;
  std::uint32_t local_total;  // KiB
  std::uint32_t channel;
  std::uint16_t launch_type, channel_type;
};
static_assert(sizeof(KernelRecord) == 120);

/// aux: kind | source kind << 8 | destination kind << 16 | flags << 24, as CUPTI numbers them.
struct MemcpyRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t bytes;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t from_device, to_device;  // for peer copies; otherwise both are `device`
};
static_assert(sizeof(MemcpyRecord) == 72);

/// aux: memory kind.
struct MemsetRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t bytes;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t value;
  std::uint32_t reserved;
};
static_assert(sizeof(MemsetRecord) == 72);

/// A call for which no callback was enabled. aux: callback id | domain << 24.
struct ApiRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t tid;
  std::int32_t result;
  std::uint32_t api;  // string
  std::uint32_t reserved;
};
static_assert(sizeof(ApiRecord) == 48);

/// aux: CUPTI's type: 1 event, 2 stream waits for event, 3 stream, 4 context.
struct SyncRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t event_sync;  // links the event's record to its waiters; 0: none
  std::uint32_t context;
  std::uint32_t stream;  // 0xFFFFFFFF: none
  std::uint32_t event;   // 0xFFFFFFFF: none
  std::uint32_t result;
};

/// aux: CUPTI's kind of overhead.
struct OverheadRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t tid;
  std::uint32_t reserved;
};

/// Memory allocated or freed by the program (at the level of cudaMalloc). aux: operation | kind <<
/// 8.
struct MemoryRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t correlation;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint32_t device, context, stream;
  std::uint32_t tid;
};

/// A launch of a graph as a whole, instead of its nodes.
struct GraphRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
};

struct CudaEventRecord {
  RecordHeader header;
  std::int64_t time_ns;  // on the device; 0: unknown
  std::uint64_t correlation;
  std::uint64_t event_sync;
  std::uint32_t event;
  std::uint32_t device, context, stream;
};

/// aux: string, the device's name.
struct DeviceRecord {
  RecordHeader header;
  std::uint64_t memory_bytes;
  std::uint64_t bandwidth;  // KB/s
  std::uint32_t id;
  std::uint32_t sms;
  std::uint32_t warp_threads;
  std::uint32_t warps_per_sm, blocks_per_sm, shared_per_sm, registers_per_sm;
  std::uint32_t shared_per_block, registers_per_block, threads_per_block;
  std::uint32_t l2_bytes;
  std::uint32_t clock_khz;
  std::uint16_t major, minor;  // compute capability
  std::uint32_t ecc;
  std::uint8_t uuid[16];
};

struct ContextRecord {
  RecordHeader header;
  std::uint32_t context, device;
  std::uint32_t null_stream;
  std::uint32_t reserved;
};

struct StreamRecord {
  RecordHeader header;
  std::uint32_t context, stream;
  std::int32_t priority;
  std::uint32_t flag;
};

/// aux: 1 speed, 2 temperature, 3 power, 4 cooling, as CUPTI numbers them.
struct EnvironmentRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t device;
  std::uint32_t values[5];  // as in CUpti_ActivityEnvironment's union, in its order
};

/// aux: entry kind | operation << 8.
struct JitRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t device;
  std::uint32_t reserved;
};

/// All clocks at one moment: once a second, and soon after the system clock was set.
struct ClockRecord {
  RecordHeader header;
  std::int64_t realtime_ns;
  std::int64_t monotonic_ns;
  std::int64_t monotonic_raw_ns;
  std::int64_t boottime_ns;
  std::uint64_t tsc;
  std::int64_t cupti_ns;  // 0: no CUPTI
  std::uint64_t reserved;
};
static_assert(sizeof(ClockRecord) == 64);

enum class GapReason : std::uint32_t {
  ChannelFull = 1,  // the reader was too slow
  Paused = 2,       // at the user's request
  Conflict = 3,     // another profiler has the GPU records
  NoChannel = 4,    // more threads than channels
  CuptiDropped = 5,
  NoBuffer = 6,  // CUPTI asked for more buffers than the limit
};

/// Missing records. aux: GapReason.
struct GapRecord {
  RecordHeader header;
  std::int64_t first_ns, last_ns;  // times of the missing records, as far as known
  std::uint64_t records;           // 0: not counted
  std::uint64_t bytes;
};

/// The agent's statistics, once a second. Counters are totals since the start.
struct StatsRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t launches;       // API calls seen by callbacks
  std::uint64_t gpu_records;    // decoded from CUPTI's buffers
  std::uint64_t cupti_dropped;  // cuptiActivityGetNumDroppedRecords
  std::uint64_t trash_buffers;  // buffers handed out beyond the limit, with records lost
  std::uint64_t zero_time;      // kernels without timestamps
  std::uint64_t unknown_kind;   // CUPTI records of kinds we did not enable
  std::uint64_t undecodable;    // bytes at the end of buffers that form no record
  std::uint64_t buffer_bytes;   // of CUPTI buffers in use
  std::uint64_t rss_bytes;      // the agent's memory in the target
  std::uint64_t spent_ns;       // time in our callbacks, sampled and scaled
  std::uint64_t flushes;
};

enum class ConflictKind : std::uint32_t { Suspected = 1, Lost = 2, Resumed = 3 };

/// Another profiler took the GPU records or gave them back. aux: ConflictKind.
struct ConflictRecord {
  RecordHeader header;
  std::int64_t time_ns;
};

/// Size of a record with `extra` bytes after its fixed part.
template <typename Record>
constexpr std::size_t record_bytes(std::size_t extra = 0) {
  return (sizeof(Record) + extra + kWord - 1) / kWord * kWord;
}

}  // namespace lanescope::wire

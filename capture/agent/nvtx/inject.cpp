// NVTX calls become records. Each copy of NVTX in the process - the header-only one has a copy in
// every library - calls the entry point once and gets the same functions.
#include "capture/agent/nvtx/inject.h"

#include "capture/agent/agent.h"
#include "capture/agent/nvtx/ranges.h"
#include "capture/agent/nvtx/text.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent::nvtx {
namespace {

using RangeId = std::uint64_t;

std::atomic<RangeId> last_started{0};

/// Joins the viewer where that has not been done: in a child after a fork.
void join() {
  const auto bit = static_cast<std::uint32_t>(Off::NotStarted);
  if ((off_reasons.load(std::memory_order_relaxed) & bit) != 0 && !this_thread.busy)
    start(Why::Nvtx);
}

/// What one call writes to; as Recording, but joins first.
class Call {
 public:
  Call() : recording_((prepare(), Recording())) {}
  explicit operator bool() const { return static_cast<bool>(recording_); }
  [[nodiscard]] Channel& channel() const { return recording_.channel(); }
  /// The domain's name as a string of the channel.
  [[nodiscard]] std::uint32_t domain(const void* handle) const {
    if (!is_kept_text(handle)) return 0;
    return channel().string(static_cast<const KeptText*>(handle)->view());
  }

 private:
  static void prepare() {
    if (!recording()) [[unlikely]]
      join();
  }
  Recording recording_;
};

void mark(const void* domain, std::string_view text) {
  const Call call;
  if (!call) return;
  wire::MarkRecord record{};
  record.time_ns = now_ns();
  record.domain = call.domain(domain);
  call.channel().write(call.channel().string(text), record);
}

RangeId start_range(const void* domain, std::string_view text) {
  const RangeId id = last_started.fetch_add(1, std::memory_order_relaxed) + 1;
  const Call call;
  if (!call) return id;
  wire::RangeStartRecord record{};
  record.time_ns = now_ns();
  record.id = id;
  record.domain = call.domain(domain);
  call.channel().write(call.channel().string(text), record);
  return id;
}

void end_range(RangeId id) {
  const Call call;
  if (!call) return;
  wire::RangeEndRecord record{};
  record.time_ns = now_ns();
  record.id = id;
  call.channel().write(0, record);
}

/// The range's number; 0: it was not recorded.
std::uint32_t record_push(OpenRanges& ranges, const void* domain, std::string_view text) {
  const Call call;
  if (!call) return 0;
  ranges.follow(call.channel());
  if (ranges.full()) {
    call.channel().lose(sizeof(wire::RangePushRecord));
    return 0;
  }
  wire::RangePushRecord record{};
  record.time_ns = now_ns();
  record.range = ranges.next_number();
  record.domain = call.domain(domain);
  return call.channel().write(call.channel().string(text), record) ? record.range : 0;
}

int push(const void* domain, std::string_view text) {
  OpenRanges* const ranges = OpenRanges::of_this_thread();
  if (ranges == nullptr) return kNoLevel;
  const std::uint32_t range = record_push(*ranges, domain, text);
  if (range != 0) set_current_range(range);
  return ranges->push(domain, range);
}

int pop(const void* domain) {
  OpenRanges* const ranges = OpenRanges::of_this_thread();
  if (ranges == nullptr) return kNoLevel;
  const Call call;
  if (call) ranges->follow(call.channel());
  const OpenRanges::Popped popped = ranges->pop(domain);
  set_current_range(ranges->innermost());
  if (call && popped.range != 0) {
    wire::RangePopRecord record{};
    record.time_ns = now_ns();
    call.channel().write(popped.range, record);
  }
  return popped.level;
}

void name_thread(std::uint32_t tid, std::string_view text) {
  const Call call;
  if (!call) return;
  wire::ThreadNameRecord record{};
  record.tid = tid;
  call.channel().write(call.channel().string(text), record);
}

// What goes into the slots. NVTX hands on what the program passed: any pointer may be null.

void mark_ex(const EventAttributes* event) {
  char buffer[kTextBytes];
  mark(nullptr, text_of(event, buffer));
}
void mark_a(const char* text) {
  mark(nullptr, text_of(text));
}
void mark_w(const wchar_t* text) {
  char buffer[kTextBytes];
  mark(nullptr, text_of(text, buffer));
}
RangeId range_start_ex(const EventAttributes* event) {
  char buffer[kTextBytes];
  return start_range(nullptr, text_of(event, buffer));
}
RangeId range_start_a(const char* text) {
  return start_range(nullptr, text_of(text));
}
RangeId range_start_w(const wchar_t* text) {
  char buffer[kTextBytes];
  return start_range(nullptr, text_of(text, buffer));
}
void range_end(RangeId id) {
  end_range(id);
}
int range_push_ex(const EventAttributes* event) {
  char buffer[kTextBytes];
  return push(nullptr, text_of(event, buffer));
}
int range_push_a(const char* text) {
  return push(nullptr, text_of(text));
}
int range_push_w(const wchar_t* text) {
  char buffer[kTextBytes];
  return push(nullptr, text_of(text, buffer));
}
int range_pop() {
  return pop(nullptr);
}
void name_thread_a(std::uint32_t tid, const char* text) {
  name_thread(tid, text_of(text));
}
void name_thread_w(std::uint32_t tid, const wchar_t* text) {
  char buffer[kTextBytes];
  name_thread(tid, text_of(text, buffer));
}

void domain_mark_ex(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  mark(domain, text_of(event, buffer));
}
RangeId domain_range_start_ex(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  return start_range(domain, text_of(event, buffer));
}
void domain_range_end(const void*, RangeId id) {
  end_range(id);
}
int domain_range_push_ex(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  return push(domain, text_of(event, buffer));
}
int domain_range_pop(const void* domain) {
  return pop(domain);
}
const void* register_string_a(const void*, const char* text) {
  return keep_text(text_of(text));
}
const void* register_string_w(const void*, const wchar_t* text) {
  char buffer[kTextBytes];
  return keep_text(text_of(text, buffer));
}
const void* domain_create_a(const char* name) {
  return keep_text(text_of(name));
}
const void* domain_create_w(const wchar_t* name) {
  char buffer[kTextBytes];
  return keep_text(text_of(name, buffer));
}
/// Handles stay good: records and other copies of NVTX may still name them.
void domain_destroy(const void*) {}

/// The slots of one module.
class Slots {
 public:
  Slots(const CallbacksTable& callbacks, Module module) {
    if (callbacks.get_module_functions(module, &table_, &size_) != 1) size_ = 0;
  }
  template <typename F>
  void fill(unsigned id, F* function) {
    if (id < size_ && table_ != nullptr && table_[id] != nullptr)
      *table_[id] = reinterpret_cast<Function>(function);
  }

 private:
  FunctionTable table_ = nullptr;
  unsigned size_ = 0;
};

void fill_core(Slots slots) {
  slots.fill(kMarkEx, mark_ex);
  slots.fill(kMarkA, mark_a);
  slots.fill(kMarkW, mark_w);
  slots.fill(kRangeStartEx, range_start_ex);
  slots.fill(kRangeStartA, range_start_a);
  slots.fill(kRangeStartW, range_start_w);
  slots.fill(kRangeEnd, range_end);
  slots.fill(kRangePushEx, range_push_ex);
  slots.fill(kRangePushA, range_push_a);
  slots.fill(kRangePushW, range_push_w);
  slots.fill(kRangePop, range_pop);
  slots.fill(kNameOsThreadA, name_thread_a);
  slots.fill(kNameOsThreadW, name_thread_w);
}

void fill_core2(Slots slots) {
  slots.fill(kDomainMarkEx, domain_mark_ex);
  slots.fill(kDomainRangeStartEx, domain_range_start_ex);
  slots.fill(kDomainRangeEnd, domain_range_end);
  slots.fill(kDomainRangePushEx, domain_range_push_ex);
  slots.fill(kDomainRangePop, domain_range_pop);
  slots.fill(kDomainRegisterStringA, register_string_a);
  slots.fill(kDomainRegisterStringW, register_string_w);
  slots.fill(kDomainCreateA, domain_create_a);
  slots.fill(kDomainCreateW, domain_create_w);
  slots.fill(kDomainDestroy, domain_destroy);
}

}  // namespace

bool fill_slots(GetExportTable get_table) {
  if (get_table == nullptr) return false;
  const auto* const callbacks = static_cast<const CallbacksTable*>(get_table(kCallbacksTable));
  if (callbacks == nullptr || callbacks->struct_size < sizeof *callbacks) return false;
  fill_core(Slots(*callbacks, kCore));
  fill_core2(Slots(*callbacks, kCore2));
  return true;
}

namespace {

/// 1: the slots are filled. 0: there is no viewer, and NVTX turns its calls into nothing.
int initialize(GetExportTable get_table) {
  return start(Why::Nvtx) && fill_slots(get_table) ? 1 : 0;
}

}  // namespace
}  // namespace lanescope::agent::nvtx

#define LANESCOPE_EXPORT extern "C" __attribute__((visibility("default")))

/// NVTX 3 calls this at its first call, once for each copy of it.
LANESCOPE_EXPORT int InitializeInjectionNvtx2(lanescope::agent::nvtx::GetExportTable get_table) {
  return lanescope::agent::nvtx::initialize(get_table);
}

/// NVTX 1 and 2, which are one library for the whole process.
LANESCOPE_EXPORT int InitializeInjectionNvtx(lanescope::agent::nvtx::GetExportTable get_table) {
  return lanescope::agent::nvtx::initialize(get_table);
}

// Turns NVTX calls into records. Each copy of NVTX in the process (with the header-only version,
// every library has one) calls the entry point once and gets the same functions.
#include "capture/agent/nvtx/inject.h"

#include "capture/agent/agent.h"
#include "capture/agent/nvtx/ranges.h"
#include "capture/agent/nvtx/text.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent::nvtx {
namespace {

using RangeId = std::uint64_t;

std::atomic<RangeId> last_started{0};

/// Joins the viewer if that has not been done, as in a child after a fork.
void join() {
  const auto bit = static_cast<std::uint32_t>(Off::NotStarted);
  if ((off_reasons.load(std::memory_order_relaxed) & bit) != 0 && !this_thread.busy)
    start(Why::Nvtx);
}

/// Like Recording, but joins first.
class Call {
 public:
  Call() : recording_((prepare(), Recording())) {}
  explicit operator bool() const { return static_cast<bool>(recording_); }
  [[nodiscard]] Channel& channel() const { return recording_.channel(); }
  /// The domain's name as a string number of the channel.
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

/// Returns the range's number; 0 if it was not recorded.
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

// Functions for the slots. NVTX passes on the program's arguments: any pointer may be null.

template <typename Text>
void mark_text(const Text* text) {
  char buffer[kTextBytes];
  mark(nullptr, text_of(text, buffer));
}
template <typename Text>
RangeId start_text(const Text* text) {
  char buffer[kTextBytes];
  return start_range(nullptr, text_of(text, buffer));
}
template <typename Text>
int push_text(const Text* text) {
  char buffer[kTextBytes];
  return push(nullptr, text_of(text, buffer));
}
int range_pop() {
  return pop(nullptr);
}
template <typename Text>
void name_thread_text(std::uint32_t tid, const Text* text) {
  char buffer[kTextBytes];
  name_thread(tid, text_of(text, buffer));
}

void domain_mark(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  mark(domain, text_of(event, buffer));
}
RangeId domain_start(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  return start_range(domain, text_of(event, buffer));
}
void domain_range_end(const void*, RangeId id) {
  end_range(id);
}
int domain_push(const void* domain, const EventAttributes* event) {
  char buffer[kTextBytes];
  return push(domain, text_of(event, buffer));
}
/// A handle for the text that stays valid.
template <typename Text>
const void* create_domain(const Text* name) {
  char buffer[kTextBytes];
  return keep_text(text_of(name, buffer));
}
template <typename Text>
const void* register_string(const void*, const Text* text) {
  return create_domain(text);
}
/// Handles stay valid: records and other copies of NVTX may still use them.
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
  slots.fill(kMarkEx, mark_text<EventAttributes>);
  slots.fill(kMarkA, mark_text<char>);
  slots.fill(kMarkW, mark_text<wchar_t>);
  slots.fill(kRangeStartEx, start_text<EventAttributes>);
  slots.fill(kRangeStartA, start_text<char>);
  slots.fill(kRangeStartW, start_text<wchar_t>);
  slots.fill(kRangeEnd, end_range);
  slots.fill(kRangePushEx, push_text<EventAttributes>);
  slots.fill(kRangePushA, push_text<char>);
  slots.fill(kRangePushW, push_text<wchar_t>);
  slots.fill(kRangePop, range_pop);
  slots.fill(kNameOsThreadA, name_thread_text<char>);
  slots.fill(kNameOsThreadW, name_thread_text<wchar_t>);
}

void fill_core2(Slots slots) {
  slots.fill(kDomainMarkEx, domain_mark);
  slots.fill(kDomainRangeStartEx, domain_start);
  slots.fill(kDomainRangeEnd, domain_range_end);
  slots.fill(kDomainRangePushEx, domain_push);
  slots.fill(kDomainRangePop, pop);
  slots.fill(kDomainRegisterStringA, register_string<char>);
  slots.fill(kDomainRegisterStringW, register_string<wchar_t>);
  slots.fill(kDomainCreateA, create_domain<char>);
  slots.fill(kDomainCreateW, create_domain<wchar_t>);
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

/// Returns 1 if the slots were filled; 0 if there is no viewer, and NVTX then makes its calls
/// no-ops.
int initialize(GetExportTable get_table) {
  return start(Why::Nvtx) && fill_slots(get_table) ? 1 : 0;
}

}  // namespace
}  // namespace lanescope::agent::nvtx

#define LANESCOPE_EXPORT extern "C" __attribute__((visibility("default")))

/// Called by NVTX 3 at its first call, once per copy.
LANESCOPE_EXPORT int InitializeInjectionNvtx2(lanescope::agent::nvtx::GetExportTable get_table) {
  return lanescope::agent::nvtx::initialize(get_table);
}

/// For NVTX 1 and 2, which are one library for the whole process.
LANESCOPE_EXPORT int InitializeInjectionNvtx(lanescope::agent::nvtx::GetExportTable get_table) {
  return lanescope::agent::nvtx::initialize(get_table);
}

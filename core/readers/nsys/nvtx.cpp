#include "core/readers/nsys/nvtx.h"

#include <cstdint>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/nsys/origins/gpu_ranges.h"
#include "core/readers/rows/operator_ranges.h"
#include "core/readers/rows/range_text.h"

namespace lanescope {
namespace {

/// What a row of NVTX_EVENTS is (ENUM_NSYS_EVENT_TYPE); extended NVTX repeats some.
enum class NvtxType : std::int64_t {
  Category = 33,
  Mark = 34,
  ThreadName = 39,
  PushPop = 59,
  StartEnd = 60,
  ExtendedMark = 65,
  ExtendedPushPop = 70,
  ExtendedStartEnd = 71,
  DomainCreate = 75,
  DomainDestroy = 76,
};

class NvtxReader {
 public:
  NvtxReader(const NsysContext& context, StepPrefixes& steps)
      : context_(context),
        steps_(steps),
        sink_(context.sink),
        events_(context, NsysTable::Nvtx,
                {"start", "end", "eventType", "text", "textId", "globalTid", "endGlobalTid"}) {
    events_.need(kThread);
  }

  void run() {
    while (events_.next()) {
      note_missing_text();
      row();
    }
    operators_.add_arrows(sink_);
    context_.gpu_ranges.write(context_.processes, sink_);
  }

 private:
  static constexpr std::string_view kNoTextId =
      "NVTX_EVENTS has texts of NULL and no column textId";
  enum Column : int { kStart, kEnd, kType, kText, kTextId, kThread, kEndThread };

  void row() {
    SqliteRows& rows = events_.rows();
    const std::string_view text = nvtx_text(rows, kText, kTextId, context_.strings);
    switch (NvtxType{rows.integer_or(kType, 0)}) {
      case NvtxType::PushPop:
      case NvtxType::ExtendedPushPop:
        return range_of_thread(text);
      case NvtxType::StartEnd:
      case NvtxType::ExtendedStartEnd:
        return range_across_threads(text);
      case NvtxType::Mark:
      case NvtxType::ExtendedMark:
        return mark(text);
      case NvtxType::ThreadName:
        return name_thread(text);
      case NvtxType::Category:
      case NvtxType::DomainCreate:
      case NvtxType::DomainDestroy:
        return;  // names for details
      default:
        return sink_.lost(Issue::UnusedMetadata, events_.place().offset(),
                          fmt::format("NVTX event {}", rows.integer_or(kType, 0)));
    }
  }

  void note_missing_text() {
    if (!events_.rows().is_null(kText)) return;
    if (!events_.rows().has(kTextId)) return sink_.issue(Issue::MissingColumn, 0, kNoTextId);
    const auto id = events_.rows().integer(kTextId);
    if (id && !context_.strings.has(*id) && missing_texts_.insert(*id).second)
      report_missing_text(*id, sink_);
  }

  /// Without an end, it was open when the recording ended.
  void range_of_thread(std::string_view text) {
    const bool open = events_.rows().is_null(kEnd);
    const auto range = open ? point() : events_.range(kStart, kEnd);
    if (!range) return;
    LANESCOPE_CHECK(range->begin_ns <= range->end_ns, "a range that ends behind its begin, not {}",
                    range->begin_ns);
    const std::int64_t thread = events_.rows().integer_or(kThread, 0);
    const RangeText parsed = parse_range_text(text);
    const bool op = is_operator(parsed);
    RowSink::Slice slice;
    slice.track = context_.processes.thread_track(thread, TrackRole::Host);
    slice.category = sink_.category(op ? "cpu_op" : "user_annotation");
    slice.name = sink_.text(parsed.name);
    slice.begin_ns = range->begin_ns;
    slice.end_ns = range->end_ns;
    slice.place = events_.place();
    slice.open = open;
    slice.begin_order = begin_order();
    sink_.slice(slice);
    if (op)
      operators_.note(static_cast<std::uint64_t>(process_of(thread)),
                      {*range, slice.track, slice.place}, parsed);
    if (!op && !open) steps_.note(text, slice.track);
    if (op) return;
    const Ns end_ns = open ? kMaxNs : range->end_ns;
    context_.gpu_ranges.note_range(
        {thread, {range->begin_ns, end_ns}, slice.begin_order, slice.name, slice.place});
  }

  void range_across_threads(std::string_view text) {
    const bool open = events_.rows().is_null(kEnd);
    const auto range = open ? point() : events_.range(kStart, kEnd);
    if (!range) return;
    const std::int64_t thread = events_.rows().integer_or(kThread, 0);
    const NsysProcess process = process_of(thread);
    RawAsync span;
    span.time_ns = range->begin_ns;
    span.id = static_cast<std::uint64_t>(events_.rows().row_id());
    span.place = events_.place();
    span.name = sink_.text(text);
    span.category = sink_.category("user_annotation");
    span.track = context_.processes.async_track(process);
    span.lane = sink_.lane(span.track, span.category);
    span.phase = AsyncPhase::Begin;
    sink_.async(span);
    // As in nsys: what a range covers that ends on another thread, no thread's launches tell.
    if (events_.rows().integer_or(kEndThread, thread) == thread)
      context_.gpu_ranges.note_range({thread,
                                      {range->begin_ns, open ? kMaxNs : range->end_ns},
                                      begin_order(),
                                      span.name,
                                      span.place,
                                      true});
    if (open) return;
    steps_.note(text, span.track);
    span.time_ns = range->end_ns;
    span.phase = AsyncPhase::End;
    sink_.async(span);
  }

  void mark(std::string_view text) {
    const auto time_ns = events_.time(kStart);
    if (!time_ns) return;
    const std::int64_t thread = events_.rows().integer_or(kThread, 0);
    sink_.instant(context_.processes.thread_track(thread, TrackRole::Host),
                  sink_.category("user_annotation"), sink_.text(text), *time_ns, events_.place());
  }

  /// A name that the program itself gave counts most.
  void name_thread(std::string_view text) {
    const std::int64_t thread = events_.rows().integer_or(kThread, 0);
    sink_.rename_thread(context_.processes.pid(process_of(thread)), sink_.number(thread_of(thread)),
                        sink_.text(text), static_cast<std::uint64_t>(events_.rows().row_id()));
  }

  /// nsys writes the ranges of a thread in the order in which they began.
  std::uint32_t begin_order() {
    const std::int64_t row = events_.rows().row_id();
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return row > 0 && row <= kMost ? static_cast<std::uint32_t>(row) : 0;
  }

  std::optional<TimeRange> point() {
    const auto time_ns = events_.time(kStart);
    return time_ns ? std::optional(TimeRange{*time_ns, *time_ns}) : std::nullopt;
  }

  const NsysContext& context_;
  StepPrefixes& steps_;
  RowSink& sink_;
  NsysEvents events_;
  OperatorRanges operators_;
  std::set<std::int64_t> missing_texts_;
};

}  // namespace

void read_nvtx(const NsysContext& context, StepPrefixes& steps) {
  NvtxReader(context, steps).run();
}

bool has_nvtx(SqliteDatabase& database) {
  return SqliteRows(database, name_of(NsysTable::Nvtx), {"start"}).next();
}

std::string_view nvtx_text(SqliteRows& rows, int text, int text_id, const NsysStrings& strings) {
  return rows.is_null(text) ? strings.text(rows, text_id) : rows.text(text);
}

NvtxDomains::NvtxDomains(SqliteDatabase& database, const NsysStrings& strings) {
  SqliteRows rows(database, name_of(NsysTable::Nvtx),
                  {"eventType", "text", "textId", "globalTid", "domainId", "category"});
  while (rows.next()) {
    const NvtxType type{rows.integer_or(0, 0)};
    if (type != NvtxType::DomainCreate && type != NvtxType::Category) continue;
    const auto thread = rows.integer(3), domain = rows.integer(4), category = rows.integer(5);
    if (!thread) continue;
    const NsysProcess process = process_of(*thread);
    const std::string text(nvtx_text(rows, 1, 2, strings));
    if (type == NvtxType::DomainCreate && domain) names_.try_emplace({process, *domain}, text);
    if (type == NvtxType::Category && category)
      categories_.try_emplace({process, domain.value_or(0), *category}, text);
  }
}

std::string NvtxDomains::name(NsysProcess process, std::int64_t domain) const {
  if (domain == 0) return {};
  const auto at = names_.find({process, domain});
  return at == names_.end() || at->second.empty() ? fmt::format("domain {}", domain) : at->second;
}

std::string NvtxDomains::category(NsysProcess process, std::int64_t domain,
                                  std::int64_t category) const {
  const auto at = categories_.find({process, domain, category});
  return at == categories_.end() ? std::string() : at->second;
}

}  // namespace lanescope

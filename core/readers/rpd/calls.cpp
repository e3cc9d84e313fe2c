// Calls of the host, and ranges that the program marked.
#include <string>
#include <unordered_map>

#include "core/base/text/json_text.h"
#include "core/readers/rocm/names.h"
#include "core/readers/rpd/call_kinds.h"
#include "core/readers/rpd/context.h"

namespace lanescope {
namespace {

class CallReader {
 public:
  explicit CallReader(const RpdContext& context)
      : context_(context),
        rows_(context.database, "rocpd_api",
              {"pid", "tid", "start", "end", "apiName_id", "args_id"}) {}

  void run() {
    read_operators();
    for (std::uint64_t count = 1; rows_.next() && rpd_goes_on(context_, count); ++count) row();
    report_malformed(context_, rows_, "rocpd_api");
  }

 private:
  enum Column : int { kPid, kThread, kBegin, kEnd, kName, kArguments };
  struct Name {
    RpdCallKind kind = RpdCallKind::Call;
    std::string_view category;
    LocalId text = 0;
  };
  struct Operator {
    std::string name;
    std::optional<std::int64_t> sequence;
  };

  void read_operators() {
    SqliteRows rows(context_.database, "ext_autogradapi", {"api_ptr_id", "autogradName_id", "seq"});
    while (rows.next()) {
      const auto call = rows.integer(0), name = rows.integer(1);
      if (call && name)
        operators_.insert_or_assign(*call, Operator{context_.strings.name(*name), rows.integer(2)});
    }
  }

  void row() {
    RocmProcess& process = context_.processes.of_pid(rows_.integer_or(kPid, 0));
    context_.processes.note_call(rows_.row_id(), process);
    const auto times = rpd_times(context_, rows_, kBegin, kEnd);
    if (!times) return;
    const Name& name = name_of(rows_.integer_or(kName, 0));
    // After the program, the profiler writes its tables: not time of the program.
    const TrackRole role =
        name.kind == RpdCallKind::Overhead ? TrackRole::Profiler : TrackRole::Host;
    const RocmTrace::Row own{process.thread(rows_.integer_or(kThread, 0), role), name.category,
                             name.text, *times, rpd_place(RpdTable::Api, rows_.row_id())};
    switch (name.kind) {
      case RpdCallKind::Call:
        return context_.trace.call(process, own, static_cast<std::uint64_t>(rows_.row_id()));
      case RpdCallKind::Overhead:
        return context_.trace.span(own);
      case RpdCallKind::Marker:
        return marker(process, own);
    }
  }

  void marker(const RocmProcess& process, RocmTrace::Row row) {
    const std::string text = context_.strings.text(rows_.integer_or(kArguments, 0));
    RangeText parsed = parse_range_text(text);
    const auto known = operators_.find(rows_.row_id());
    if (known != operators_.end()) {
      parsed.name = known->second.name;
      parsed.sequence = known->second.sequence;
      parsed.from_emit_nvtx = true;
    } else if (row.times.begin_ns == row.times.end_ns && !parsed.from_emit_nvtx) {
      row.name = context_.trace.sink().text(text);
      return context_.trace.mark(row);
    }
    context_.trace.range(process, row, parsed);
  }

  const Name& name_of(std::int64_t id) {
    const auto [at, fresh] = names_.try_emplace(id);
    if (!fresh) return at->second;
    const std::string& text = context_.strings.name(id);
    Name& name = at->second;
    name.kind = rpd_call_kind(text);
    name.category = name.kind == RpdCallKind::Marker     ? "user_annotation"
                    : name.kind == RpdCallKind::Overhead ? "overhead"
                                                         : rocm_call_category(text);
    name.text = context_.trace.sink().text(text);
    return name;
  }

  const RpdContext& context_;
  SqliteRows rows_;
  std::unordered_map<std::int64_t, Name> names_;
  std::unordered_map<std::int64_t, Operator> operators_;  // by call
};

}  // namespace

void read_rpd_calls(const RpdContext& context) {
  CallReader(context).run();
}

}  // namespace lanescope

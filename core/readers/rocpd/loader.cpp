#include "core/readers/rocpd/loader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/numbers.h"
#include "core/readers/rocm/database_loader.h"
#include "core/readers/rocpd/rows.h"
#include "core/readers/rocpd/texts.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 15> kKnownTables = {"rocpd_arg",
                                                           "rocpd_call_stack",
                                                           "rocpd_event",
                                                           "rocpd_info_",
                                                           "rocpd_kernel_dispatch",
                                                           "rocpd_line_info",
                                                           "rocpd_memory_allocate",
                                                           "rocpd_memory_copy",
                                                           "rocpd_metadata",
                                                           "rocpd_pmc_event",
                                                           "rocpd_region",
                                                           "rocpd_sample",
                                                           "rocpd_string",
                                                           "rocpd_timestamp",
                                                           "rocpd_track"};

/// The first of the rows of each event; they are in order, or in the reverse one.
IdValues first_rows(SqliteDatabase& database, const std::string& table) {
  IdValues first;
  SqliteRows rows(database, table, {"event_id"});
  std::optional<std::int64_t> last;
  std::int64_t last_id = 0;
  while (rows.next()) {
    const auto event = rows.integer(0);
    if (event && (event != last || rows.row_id() < last_id)) first.add(*event, rows.row_id());
    last = event;
    last_id = rows.row_id();
  }
  first.sort();
  return first;
}

class RocpdLoader {
 public:
  RocpdLoader(SqliteDatabase& database, RocmTrace& trace) : database_(database), trace_(trace) {}

  void read() {
    const std::vector<RocpdSet> sets = rocpd_sets(database_);
    for (const RocpdSet& set : sets) {
      // A process's rows among those of others are found by a pass over all.
      if (database_.damage().empty()) database_.renew_work();
      read_set(set);
      if (!trace_.go_on(trace_.info().file_bytes * (set.index() + 1) / sets.size())) break;
    }
    trace_.info().metadata = JsonValue{std::move(metadata_)};
  }

  [[nodiscard]] std::vector<std::shared_ptr<const RocpdDetails>> take_details() {
    return std::move(details_);
  }

 private:
  void read_set(const RocpdSet& set) {
    RocpdDefinitions read(database_, set);
    read.number_gpus(hosts_);
    details_.push_back(std::make_shared<const RocpdDetails>(
        RocpdDetails{set, std::move(read), first_rows(database_, set.table("arg")),
                     first_rows(database_, set.table("call_stack")),
                     first_rows(database_, set.table("pmc_event"))}));
    const RocpdDefinitions& own = details_.back()->definitions;
    std::map<std::int64_t, RocmProcess*> processes = name_processes(own);
    add_devices(own);
    metadata_.emplace_back(set.table("metadata"), rocm_metadata(database_, set.table("metadata")));
    report_version(metadata_.back().second);
    DatabaseStrings strings(database_, set.table("string"));
    const IdValues timestamps(database_, set.table("timestamp"), "value");
    const IdValues stacks(database_, set.table("event"), "stack_id");
    RocpdCounters counters(database_, set, own, trace_.sink());
    const RocpdContext context{database_, set,      own,    strings,  timestamps,
                               stacks,    counters, trace_, processes};
    read_rocpd_host(context);
    read_rocpd_gpu(context);
    counters.report_unused();
    strings.report_missing(trace_.sink());
  }

  void report_version(const JsonValue& metadata) {
    constexpr std::int64_t kLatest = 4;
    const JsonValue* version = metadata.find("schema_version");
    const std::string* text = version == nullptr ? nullptr : version->string();
    const auto number = text == nullptr ? std::nullopt : parse_number<std::int64_t>(*text);
    if (!number || *number <= kLatest) return;
    trace_.sink().issue(Issue::NewerVersion, 0,
                        fmt::format("rocpd schema {}; the latest known is {}", *number, kLatest));
  }

  std::map<std::int64_t, RocmProcess*> name_processes(const RocpdDefinitions& own) {
    std::map<std::int64_t, RocmProcess*> processes;
    for (const auto& [id, process] : own.processes) {
      processes[id] = &trace_.add_process(process.pid, process.command);
      processes[id]->name_host(hosts_.label(process.host));
    }
    for (const auto& [id, thread] : own.threads) {
      if (const auto at = processes.find(thread.process); at != processes.end())
        at->second->name_thread(thread.tid, thread.name);
    }
    return processes;
  }

  void add_devices(const RocpdDefinitions& own) {
    std::vector<DeviceInfo>& devices = trace_.info().devices;
    for (const auto& [id, agent] : own.agents) {
      if (agent.is_gpu &&
          std::ranges::find(devices, agent.facts.id, &DeviceInfo::id) == devices.end())
        devices.push_back(agent.facts);
    }
  }

  SqliteDatabase& database_;
  RocmTrace& trace_;
  GpuHosts hosts_;
  JsonObject metadata_;
  std::vector<std::shared_ptr<const RocpdDetails>> details_;
};

}  // namespace

bool is_rocpd(const FileHead& head) {
  return head.database != nullptr && has_rocpd_sets(*head.database);
}

Result<LoadedTrace> load_rocpd(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                               const LoadOptions& options) {
  const std::string path = info.file;
  const auto read = [&](SqliteDatabase& database, RocmTrace& trace) {
    RocpdLoader loader(database, trace);
    loader.read();
    return rocpd_event_texts(source, path, loader.take_details());
  };
  return load_rocm_database({"rocpd", kKnownTables}, source, std::move(info), options, read);
}

}  // namespace lanescope

#include "core/readers/nsys/loader.h"

#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/base/threads/parallel.h"
#include "core/build/trace_builder.h"
#include "core/readers/nsys/facts.h"
#include "core/readers/nsys/gpu.h"
#include "core/readers/nsys/host.h"
#include "core/readers/nsys/nvtx.h"
#include "core/readers/nsys/origins/gpu_ranges.h"
#include "core/readers/nsys/texts.h"
#include "core/readers/nsys/threads.h"

namespace lanescope {
namespace {

class NsysLoader {
 public:
  NsysLoader(std::shared_ptr<ByteSource> source, SqliteDatabase& database, TraceInfo info,
             const LoadOptions& options)
      : source_(std::move(source)),
        database_(database),
        info_(std::move(info)),
        options_(options),
        stages_(info_.file),
        sink_(store_, *tables_.front()),
        strings_(std::make_shared<const NsysStrings>(database)),
        processes_(database, *strings_, sink_),
        gpu_ranges_(has_nvtx(database)) {
    sink_.begin_batch(batches_.front());
  }

  void read() {
    using Part = void (*)(const NsysContext&);
    const NsysContext context{database_, *strings_, processes_,  calls_,
                              launched_, sink_,     gpu_ranges_, options_.progress};
    for (const Part part : {read_gpu_work, read_gpu_curves, read_host_calls, read_overheads,
                            read_switches, read_samples}) {
      part(context);
      report_progress();
    }
    read_nvtx(context, steps_);
    report_progress();
    describe_export(context, info_);
    report_problems(context);
    report_links();
    note_damage();
  }

  LoadedTrace result() {
    LANESCOPE_CHECK(parts_ == kParts, "all parts to be read, not {} of {}", parts_, kParts);
    const unsigned threads = options_.threads != 0 ? options_.threads : hardware_threads();
    const bool complete = database_.is_whole() && source_->damage().empty();
    info_.format = "nsys-sqlite";
    info_.text_bytes = source_->random_access_size().value_or(0);
    LoadedTrace out;
    out.texts = nsys_event_texts(source_, info_.file, strings_, processes_.gpus());
    stages_.done("reading");
    out.snapshot = build_snapshot({store_, tables_, batches_, std::move(info_), complete, threads,
                                   options_.progress, std::nullopt, steps_.best(), false, false,
                                   false, database_.is_damaged() && source_->damage().empty()});
    return out;
  }

 private:
  /// Of tables: SQLite does not tell how far it is in a file.
  void report_progress() {
    ++parts_;
    if (options_.progress == nullptr) return;
    options_.progress->bytes_done = info_.file_bytes / kParts * parts_;
  }

  void report_links() {
    if (const std::uint64_t calls = calls_.without_number(); calls != 0)
      sink_.issue(Issue::LargeCorrelation, 0, "", calls);
    if (const std::uint64_t work = launched_.without_call(); work != 0)
      sink_.issue(Issue::LaunchNotRecorded, 0, "", work);
  }

  void note_damage() {
    if (!database_.cut_off().empty()) sink_.issue(Issue::DamagedChunk, 0, database_.cut_off());
    if (!database_.damage().empty())
      sink_.issue(Issue::DamagedChunk, 0, database_.damage(), database_.damaged_places());
    if (!source_->damage().empty()) sink_.issue(Issue::DamagedChunk, 0, source_->damage());
    if (!database_.unread_log().empty()) sink_.issue(Issue::UnreadLog, 0, database_.unread_log());
    if (database_.unfinished_write()) sink_.issue(Issue::UnfinishedWrite, 0, "");
    if (source_->changed()) sink_.issue(Issue::FileChanged, 0, info_.file);
  }

  static constexpr std::uint64_t kParts = 7;

  std::shared_ptr<ByteSource> source_;
  SqliteDatabase& database_;
  TraceInfo info_;
  const LoadOptions& options_;
  StageLog stages_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_ = one_worker();
  std::vector<RawBatch> batches_ = std::vector<RawBatch>(1);
  RowSink sink_;
  CallNumbers calls_;
  LaunchedWork launched_;
  std::shared_ptr<const NsysStrings> strings_;
  NsysProcesses processes_;
  NsysGpuRanges gpu_ranges_;
  StepPrefixes steps_;
  std::uint64_t parts_ = 0;
};

}  // namespace

bool is_nsys_export(const FileHead& head) {
  return head.database != nullptr && is_nsys_database(*head.database);
}

Result<LoadedTrace> load_nsys_export(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                     const LoadOptions& options) {
  if (options.progress != nullptr) options.progress->bytes_total = info.file_bytes;
  auto opened = SqliteDatabase::open(source, info.file, options.progress);
  if (!opened.ok()) return opened.error();
  NsysLoader loader(source, *opened.value(), std::move(info), options);
  loader.read();
  LoadedTrace trace = loader.result();
  if (options.progress != nullptr) options.progress->phase = LoadPhase::Done;
  return trace;
}

}  // namespace lanescope

#include "core/readers/capture/loader.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/byte_source.h"
#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/base/programs/write_lock.h"
#include "core/base/text/json_text.h"
#include "core/base/threads/parallel.h"
#include "core/base/time.h"
#include "core/build/trace_builder.h"
#include "core/readers/capture/clock_survey.h"
#include "core/readers/capture/decoder.h"
#include "core/readers/capture/file.h"
#include "core/readers/capture/metadata.h"
#include "core/readers/capture/texts.h"

namespace lanescope {
namespace {

/// Counts are from a file and may be anything; their sums must not overflow.
constexpr std::int64_t kMostCounted = std::int64_t{1} << 40U;

class CaptureLoader {
 public:
  using ClockSteps = std::map<std::uint32_t, std::vector<ClockStep>>;
  enum class Kind : std::uint8_t { Whole, SoFar };

  /// `text` is read from its start; `source` is the same file for later use.
  CaptureLoader(std::shared_ptr<ByteSource> source, ByteSource& text, TraceInfo info,
                const LoadOptions& options, Kind kind)
      : kind_(kind),
        source_(std::move(source)),
        info_(std::move(info)),
        stages_(info_.file),
        options_(&options),
        file_(text),
        sink_(store_, *tables_.front()),
        decoder_(sink_) {
    sink_.begin_batch(batches_.front());
  }

  /// Call before read().
  void know_steps(const ClockSteps& steps) {
    LANESCOPE_CHECK(file_.bytes_read() == 0, "nothing read yet, not {} bytes", file_.bytes_read());
    decoder_.know_steps(steps);
  }
  [[nodiscard]] ClockSteps clock_steps() const { return decoder_.clock_steps(); }

  /// An error if the file is not a capture that can be read.
  std::optional<Error> read() {
    if (!file_.read_header()) return why_not();
    while (const auto chunk = file_.next()) {
      take(*chunk);
      if (!report_progress()) break;
    }
    decoder_.finish(open_until());
    return std::nullopt;
  }

  LoadedTrace result() {
    note_damage();
    note_dropped_segments();
    note_begun_earlier();
    resolve_aliases();
    describe();
    return build();
  }

 private:
  [[nodiscard]] Error why_not() const {
    if (file_.cut_off()) {
      return {Error::Kind::Unreadable,
              "is truncated: it ends within the header of a recording, so nothing of it is left"};
    }
    return {Error::Kind::Unsupported,
            "was recorded by another version of lanescope; open it with that version"};
  }

  void take(const CaptureChunk& chunk) {
    last_chunk_ns_ = chunk.header.time_ns;
    // Older recorders closed files even if merging them failed because the disk was full.
    if (wire::ChunkKind{chunk.header.kind} == wire::ChunkKind::Records) whole_ = whole_ && !ended_;
    sink_.written_at(saturating_sub(chunk.header.time_ns, decoder_.clock_shift()));
    if (decoder_.take(chunk)) return;
    switch (wire::ChunkKind{chunk.header.kind}) {
      case wire::ChunkKind::Problem:
        return take_problem(chunk);
      case wire::ChunkKind::Session:
        session_ = MessageText(chunk.text());
        return;
      case wire::ChunkKind::Trigger:
        trigger_ = MessageText(chunk.text());
        return;
      case wire::ChunkKind::Segment:
        return take_mark(chunk);
      case wire::ChunkKind::End:
        return end(chunk);
      default:  // chunks of later versions
        return;
    }
  }

  /// Definitions without their segment: it was dropped.
  void take_mark(const CaptureChunk& chunk) {
    if (MessageText(chunk.text()).value("what") != "definitions") return;
    if (dropped_segments_++ == 0) first_dropped_ = chunk.offset;
  }

  /// A recorder that was killed did not write how many records it had dropped.
  void note_dropped_segments() {
    if (ended_ || dropped_segments_ == 0 || kind_ == Kind::SoFar) return;
    sink_.issue(
        Issue::NotKept, first_dropped_,
        fmt::format("{} of the recording, of unknown length",
                    dropped_segments_ == 1 ? std::string("the first part")
                                           : fmt::format("the first {} parts", dropped_segments_)));
    if (sink_.last_ns() == kMinNs)
      note_lost(file_.bytes_read(), "all parts beside the file (its name, then .part…)", 1);
  }

  void note_begun_earlier() {
    const std::vector<std::uint64_t>& begun = decoder_.begun_earlier();
    if (!begun.empty()) sink_.issue(Issue::BegunEarlier, begun.front(), "", begun.size());
  }

  void take_problem(const CaptureChunk& chunk) {
    const MessageText problem(chunk.text());
    const std::string code = problem.value("code");
    const Issue issue = code == "processes_left_out" ? Issue::UnsampledProcesses
                        : code == "threads_left_out" ? Issue::UnsampledThreads
                                                     : Issue::CaptureProblem;
    const std::int64_t count = token_int(problem.value("count")).value_or(1);
    sink_.issue(issue, chunk.offset, problem.value("text"),
                static_cast<std::uint64_t>(std::clamp<std::int64_t>(count, 1, kMostCounted)));
  }

  /// What was removed again, as the user asked: the recording is complete without it.
  void take_not_kept(const MessageText& lines, std::uint64_t offset) {
    const std::int64_t records = token_int(lines.value("file_dropped_records")).value_or(0);
    if (records <= 0) return;
    const std::int64_t time_ns = token_int(lines.value("file_dropped_ns")).value_or(0);
    const std::string what =
        time_ns > 0 ? fmt::format("the first {} were not kept", format_duration(time_ns)) : "";
    sink_.issue(Issue::NotKept, offset, what,
                static_cast<std::uint64_t>(std::min(records, kMostCounted)));
  }

  /// Records that did not fit on the disk were counted: the file is complete, but the recording is
  /// not.
  void end(const CaptureChunk& chunk) {
    ended_ = true;
    const MessageText lines(chunk.text());
    take_not_kept(lines, chunk.offset);
    const std::int64_t lost = token_int(lines.value("file_lost_records")).value_or(0);
    if (lost <= 0) return;
    whole_ = false;
    const std::int64_t bytes = token_int(lines.value("file_lost_bytes")).value_or(0);
    sink_.lost(Issue::RecordsNotWritten, chunk.offset, bytes > 0 ? format_bytes(bytes) : "",
               static_cast<std::uint64_t>(lost));
  }

  /// How far slices without an end were recorded; kMinNs: a recorder that was killed does not tell.
  [[nodiscard]] Ns open_until() const {
    const bool is_told = last_chunk_ns_ != 0 && (ended_ || kind_ == Kind::SoFar);
    return is_told ? saturating_sub(last_chunk_ns_, decoder_.clock_shift()) : kMinNs;
  }

  /// False if the user canceled.
  bool report_progress() const {
    LoadProgress* progress = options_->progress;
    if (progress == nullptr) return true;
    progress->bytes_done = source_->consumed_bytes();
    progress->events = tables_.front()->events;
    return !progress->cancel;
  }

  void note_damage() {
    if (const std::uint64_t calls = decoder_.calls_without_number(); calls != 0)
      sink_.issue(Issue::LargeCorrelation, 0, "", calls);
    if (kind_ == Kind::Whole && !ended_ && is_write_locked(info_.file))
      sink_.issue(Issue::StillRecorded, file_.bytes_read(), "");
    if (source_->changed()) sink_.issue(Issue::FileChanged, 0, info_.file);
    const CaptureFile::Damage& damage = file_.damage();
    if (kind_ == Kind::SoFar) return;
    if (damage.chunks != 0) {
      note_lost(damage.first, fmt::format("{} bytes skipped", damage.bytes), damage.chunks);
    } else if (damage.any()) {
      is_damaged_ = true;
      sink_.issue(Issue::DamagedChunk, damage.first, fmt::format("{} bytes", damage.bytes));
    }
  }

  void note_lost(std::uint64_t offset, const std::string& what, std::uint64_t chunks) {
    is_damaged_ = true;
    sink_.lost(Issue::LostChunk, offset, what, chunks);
  }

  void resolve_aliases() {
    const auto& aliases = decoder_.aliases();
    if (aliases.empty()) return;
    for (RawLink& link : batches_.front().links) {
      const auto at = aliases.find(link.correlation);
      if (at != aliases.end()) link.correlation = at->second;
    }
  }

  void describe() {
    info_.format = "lanescope-capture";
    info_.base_ns = 0;
    info_.text_bytes = file_.bytes_read();
    info_.devices = device_facts(decoder_.devices());
    info_.metadata = capture_metadata(session_, trigger_, decoder_);
    std::vector<const CaptureProcess*> joined;
    for (const auto& [index, process] : decoder_.processes()) {
      if (!process.is_only_sampled()) joined.push_back(&process);
    }
    if (joined.empty() && decoder_.processes().size() == 1)
      joined.push_back(&decoder_.processes().begin()->second);
    if (joined.size() == 1) describe_rank(*joined.front());
  }

  /// Written as in torch.profiler traces, for the comparison of ranks.
  void describe_rank(const CaptureProcess& process) {
    const auto rank = token_int(process.hello().value("rank"));
    const auto world = token_int(process.hello().value("world_size"));
    if (!rank) return;
    JsonObject distributed{{"rank", JsonValue{*rank}}};
    if (world) distributed.emplace_back("world_size", JsonValue{*world});
    info_.distributed = JsonValue{std::move(distributed)};
  }

  LoadedTrace build() {
    const unsigned threads = options_->threads != 0 ? options_->threads : hardware_threads();
    const std::vector<CaptureDevice> devices = decoder_.devices();
    LoadedTrace out;
    stages_.done("reading");
    const bool so_far = kind_ == Kind::SoFar;
    BuildInput input{store_,
                     tables_,
                     batches_,
                     std::move(info_),
                     so_far || (ended_ && whole_ && !is_damaged_ && !file_.cut_off()),
                     threads,
                     options_->progress,
                     sink_.recorded(),
                     decoder_.step_prefix()};
    input.begins_late = dropped_segments_ > 0;
    input.begun_earlier = decoder_.begun_earlier();
    input.goes_on = so_far;
    input.damaged = is_damaged_ && !so_far;
    out.snapshot = build_snapshot(std::move(input));
    out.texts = capture_event_texts(
        std::move(source_), std::make_shared<const CaptureIndex>(decoder_.take_index()), devices);
    return out;
  }

  Kind kind_;
  std::shared_ptr<ByteSource> source_;
  TraceInfo info_;
  StageLog stages_;
  const LoadOptions* options_;
  CaptureFile file_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_ = one_worker();
  std::vector<RawBatch> batches_ = std::vector<RawBatch>(1);
  RowSink sink_;
  CaptureDecoder decoder_;
  MessageText session_;
  MessageText trigger_;  // why the file was saved, if its recording went on
  Ns last_chunk_ns_ = 0;
  std::uint64_t dropped_segments_ = 0;  // of --keep-last
  std::uint64_t first_dropped_ = 0;     // offset of its mark
  bool ended_ = false;
  bool whole_ = true;  // according to the recorder
  bool is_damaged_ = false;
};

bool stopped(const LoadOptions& options) {
  return options.progress != nullptr && options.progress->cancel;
}

Result<LoadedTrace> load(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                         const LoadOptions& options, CaptureLoader::Kind kind) {
  const bool so_far = kind == CaptureLoader::Kind::SoFar;
  auto loader = std::make_unique<CaptureLoader>(source, *source, info, options, kind);
  if (auto error = loader->read()) return *std::move(error);
  if (so_far && stopped(options)) return Error{Error::Kind::Cancelled, "was stopped"};
  const auto steps = loader->clock_steps();
  if (steps.empty()) return loader->result();
  // Rare. The records between a step and the Clock record that reveals it can only be corrected
  // now.
  loader.reset();
  const auto known = survey_clock(*source, steps);
  const auto again = again_source(*source);
  CaptureLoader second(source, *again, std::move(info), options, kind);
  second.know_steps(known);
  second.read();
  return second.result();
}

}  // namespace

Result<LoadedTrace> load_capture(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                 const LoadOptions& options) {
  if (options.progress != nullptr) options.progress->bytes_total = info.file_bytes;
  return load(source, std::move(info), options, CaptureLoader::Kind::Whole);
}

Result<LoadedTrace> load_capture_so_far(const std::shared_ptr<ByteSource>& source, std::string name,
                                        const LoadOptions& options) {
  TraceInfo info;
  info.file = std::move(name);
  info.file_bytes = source->file_bytes();
  return load(source, std::move(info), options, CaptureLoader::Kind::SoFar);
}

}  // namespace lanescope

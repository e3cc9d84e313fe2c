#include "core/readers/trace_loader.h"

#include <algorithm>

#include "core/base/bytes/byte_source.h"
#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/base/process_memory.h"
#include "core/build/trace_builder.h"
#include "core/build/tracks/raw_events.h"
#include "core/readers/converted_format.h"
#include "core/readers/execution_trace/beside.h"
#include "core/readers/json/event_pass.h"
#include "core/readers/json/top_level.h"
#include "core/readers/nsys/report.h"
#include "core/readers/sniff.h"
#include "core/store/issue_kinds.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

/// The first preview is made after this many slices, each further one after kPreviewGrowth times as
/// many as before: all previews together cost a seventh of the final build, so at most a tenth of
/// the load.
constexpr std::uint64_t kFirstPreviewSlices = 8, kPreviewGrowth = 8;

constexpr std::uint64_t kTrimmedBytes = 16U << 20;

/// The file that a text was made from, and what was wrong with it.
struct ConvertedFrom {
  const ByteSource& file;
  const IssueLog& issues;
  bool complete = true;
};

class Loader {
 public:
  /// `info` is what is known before reading; `from` is null if the source is the file.
  Loader(ByteSource& source, TraceInfo info, const LoadOptions& options, const ConvertedFrom* from)
      : source_(&source),
        options_(&options),
        from_(from),
        info_(std::move(info)),
        stages_(info_.file) {
    if (options.progress != nullptr) options.progress->bytes_total = info_.file_bytes;
  }

  Result<std::shared_ptr<const Snapshot>> run() {
    auto found = find_event_list(*source_);
    if (!found.ok()) return found.error();
    list_ = std::move(found).value();
    describe(list_.members.list, info_);
    (void)unusable_base(list_.members.list);
    EventSlices::Options slicing;
    slicing.slice_bytes =
        options_->slice_bytes != 0 ? options_->slice_bytes : source_->piece_bytes();
    auto pass = run_pass(*source_, slicing);
    if (pass->cut_is_doubtful() && !slicing.exact && !pass->cancelled()) {
      slicing.exact = true;
      pass = run_again(slicing);
    }
    if (const auto end = pass->list_end(); end && pass->ran_past(*end) && !pass->cancelled()) {
      slicing.text_end = *end + 1;
      pass = run_again(slicing);
    }
    return finish(*pass);
  }

 private:
  std::unique_ptr<EventPass> run_pass(ByteSource& source, const EventSlices::Options& slicing) {
    auto pass = std::make_unique<EventPass>(source, list_, slicing, *options_);
    std::uint64_t round = options_->preview ? kFirstPreviewSlices : UINT64_MAX;
    while (pass->parse_some(round)) {
      if (!pass->list_end()) preview(*pass);
      round *= kPreviewGrowth;
    }
    return pass;
  }

  std::unique_ptr<EventPass> run_again(const EventSlices::Options& slicing) {
    if (options_->progress != nullptr) options_->progress->events = 0;
    reread_ = again_source(*source_, list_.head.size());
    return run_pass(*reread_, slicing);
  }

  void preview(EventPass& pass) {
    LANESCOPE_CHECK(options_->preview != nullptr, "somebody who wants a preview");
    std::vector<RawBatch> batches = pass.take_batches();
    options_->preview(
        build_preview({pass.store(), pass.tables(), batches, info_, false, pass.threads(), nullptr,
                       std::nullopt, step_prefix_of(info_.metadata)}));
    pass.give_back(std::move(batches));
  }

  [[nodiscard]] const ByteSource& file() const { return from_ != nullptr ? from_->file : *source_; }

  /// Reads what follows the list of events. Whether the text ended where it should.
  bool read_end(const EventPass& pass, RawMembers& members, IssueLog& issues) {
    info_.text_bytes = pass.text_bytes();
    const auto end = pass.list_end();
    if (!end) return false;
    const Tail tail = read_tail(*source_, *end, list_.array_form, members);
    info_.text_bytes = std::max(source_->random_access_size().value_or(0), tail.text_end);
    if (tail.unread_events != 0)
      issues.add(Issue::SecondList, tail.second_list, "traceEvents", tail.unread_events);
    if (tail.text_after != 0)
      issues.add(Issue::TextAfterEnd, tail.text_after, tail.text_after_head);
    return tail.complete;
  }

  void describe_file(const EventPass& pass, const RawMembers& members, IssueLog& issues) {
    if (members.left_out != 0)
      issues.add(Issue::MetadataLeftOut, members.left_out_offset, members.left_out_key,
                 members.left_out);
    if (source_->changed()) issues.add(Issue::FileChanged, 0, info_.file);
    info_.devices.clear();
    describe(members.list, info_);
    if (is_assumed_running(info_.metadata)) issues.add(Issue::AssumedRunning, 0, "");
    if (const RawMember* base = unusable_base(members.list))
      issues.add(Issue::UnusableBaseTime, 0, base->second);
    std::uint64_t fractional = 0;
    for (const auto& tables : pass.tables()) fractional += tables->fractional_times;
    info_.whole_microseconds = fractional == 0;
    info_.has_collective_arguments = std::ranges::any_of(
        pass.tables(), [](const auto& tables) { return tables->collective_arguments; });
    if (info_.format.empty())
      info_.format = looks_like_kineto(pass, members.list) ? "kineto-json" : "chrome-json";
  }

  Result<std::shared_ptr<const Snapshot>> finish(EventPass& pass) {
    if (options_->progress != nullptr && options_->progress->discard)
      return Error{Error::Kind::Cancelled, "loading was stopped"};
    RawMembers members = list_.members;
    IssueLog& issues = pass.tables().front()->issues;
    const bool is_whole = read_end(pass, members, issues);
    if (from_ != nullptr) add_issues(from_->issues, *pass.tables().front());
    const std::string damage = file().damage();
    const bool is_damaged = !damage.empty() && !file().is_cut();
    if (is_damaged) issues.add(Issue::UnsoundStream, 0, damage);
    describe_file(pass, members, issues);
    std::vector<RawBatch> batches = pass.take_batches();
    stages_.done("reading");
    std::string step_prefix = step_prefix_of(info_.metadata);
    BuildInput input{pass.store(), pass.tables(), batches, std::move(info_)};
    input.complete = is_whole && damage.empty() && (from_ == nullptr || from_->complete);
    input.damaged = is_damaged;
    input.threads = pass.threads();
    input.progress = options_->progress;
    input.step_prefix = std::move(step_prefix);
    auto snapshot = build_snapshot(std::move(input));
    if (holds_no_event(*snapshot)) {
      const std::string what = list_.array_form ? "is a JSON list without trace events"
                                                : "has no events in its \"traceEvents\" list";
      return Error{Error::Kind::WrongFormat, what + "; is this a torch.profiler trace?"};
    }
    return snapshot;
  }

  /// What is lost of a converted file counts as an event of it: all are kept or listed.
  static void add_issues(const IssueLog& issues, WorkerTables& tables) {
    tables.issues.merge(issues);
    if (issues.lost() == 0) return;
    tables.events += issues.lost();
    tables.odd_phase_counts["sample"] += issues.lost();
    tables.categories.front().events += issues.lost();
  }

  /// Removes a base time so large that adding event times would overflow; returns its member, or
  /// null if the base time is usable or there is none.
  const RawMember* unusable_base(const std::vector<RawMember>& members) {
    if (info_.base_ns && (*info_.base_ns > kLargestTime || *info_.base_ns < -kLargestTime))
      info_.base_ns.reset();
    const auto base = std::ranges::find(members, "baseTimeNanoseconds", &RawMember::first);
    return info_.base_ns || base == members.end() ? nullptr : &*base;
  }

  /// Whether the list contains only numbers, strings, lists, or objects that are not events.
  static bool holds_no_event(const Snapshot& snapshot) {
    const LoadReport& report = snapshot.report;
    return report.kept == 0 && !report.issues.empty() &&
           std::ranges::all_of(report.issues, [](const LoadIssue& issue) {
             return issue.kind == issue_kinds::kNotAnObject ||
                    issue.kind == issue_kinds::kMissingPhase;
           });
  }

  /// A schema version, device properties, or a category that only the PyTorch profiler writes.
  static bool looks_like_kineto(const EventPass& pass, const std::vector<RawMember>& members) {
    for (const RawMember& member : members) {
      if (member.first == "schemaVersion" || member.first == "deviceProperties") return true;
    }
    for (const auto& tables : pass.tables()) {
      for (const LocalCategory& category : tables->categories) {
        if (category.kind != CategoryKind::Other) return true;
      }
    }
    return false;
  }

  ByteSource* source_;
  const LoadOptions* options_;
  const ConvertedFrom* from_;
  TraceInfo info_;
  StageLog stages_;
  EventList list_;
  std::unique_ptr<ByteSource> reread_;  // for the rare further pass
};

/// `from`: null if the source is the file.
Result<LoadedTrace> load(std::shared_ptr<ByteSource> source, TraceInfo info,
                         const LoadOptions& options, const ConvertedFrom* from = nullptr) {
  auto snapshot = Loader(*source, std::move(info), options, from).run();
  if (!snapshot.ok()) return snapshot.error();
  // The raw rows have been freed; return their pages. Not worth walking the heap for a small trace.
  if (snapshot.value()->info.text_bytes > kTrimmedBytes) return_freed_memory();
  if (options.progress != nullptr) options.progress->phase = LoadPhase::Done;
  return LoadedTrace{std::move(snapshot).value(), json_event_texts(std::move(source))};
}

TraceInfo info_of(const ByteSource& source, const std::string& name, std::string_view format = "") {
  TraceInfo info;
  info.file = name;
  info.file_bytes = source.file_bytes();
  info.format = format;
  return info;
}

Result<LoadedTrace> load_converted(const ConvertedFormat& format, ByteSource& source,
                                   const std::string& path, const LoadOptions& options) {
  if (options.progress != nullptr) options.progress->bytes_total = source.file_bytes();
  auto made = convert_to_trace_text(format, source, options.progress);
  if (!made.ok()) return made.error();
  ConvertedText side = std::move(made).value();
  if (source.changed())
    return Error{Error::Kind::Unreadable, "changed while it was read; open it again"};
  const ConvertedFrom from{source, side.issues, side.complete};
  auto loaded = load(memory_byte_source(std::move(side.text)), info_of(source, path, format.name),
                     options, &from);
  if (!loaded.ok()) return loaded;
  LoadedTrace trace = std::move(loaded).value();
  trace.texts = with_stacks(std::move(trace.texts), std::move(side.stacks));
  return trace;
}

}  // namespace

Result<TraceHead> read_trace_head(const std::string& path) {
  if (can_export_nsys_report(path)) return TraceHead{};
  const auto file = recognize_file(path, nullptr);
  if (!file.ok()) return file.error();
  if (file.value().converted != nullptr || file.value().native != nullptr) return TraceHead{};
  const auto list = find_event_list(*file.value().source);
  if (!list.ok()) return list.error();
  TraceInfo info;
  describe(list.value().members.list, info);
  const JsonValue* rank = info.distributed ? info.distributed->find("rank") : nullptr;
  const std::int64_t number = rank != nullptr ? rank->as_int(-1) : -1;
  return TraceHead{number < 0 ? std::nullopt : std::optional(number)};
}

Result<LoadedTrace> load_trace(std::shared_ptr<ByteSource> source, const std::string& name,
                               const LoadOptions& options) {
  TraceInfo info = info_of(*source, name);
  return load(std::move(source), std::move(info), options);
}

namespace {

/// The file that is read for the one of this name: of a report, its export.
Result<std::string> readable_file(const std::string& path, LoadProgress* progress) {
  if (can_export_nsys_report(path)) return export_nsys_report(path, progress);
  return path;
}

Result<LoadedTrace> load_file(const std::string& path, const LoadOptions& options) {
  const auto readable = readable_file(path, options.progress);
  if (!readable.ok()) return readable.error();
  auto recognized = recognize_file(readable.value(), options.progress);
  if (!recognized.ok()) return recognized.error();
  const RecognizedFile& file = recognized.value();
  if (file.converted != nullptr)
    return load_converted(*file.converted, *file.source, path, options);
  if (file.native != nullptr)
    return file.native->load(file.source, info_of(*file.source, path), options);
  return load_trace(file.source, path, options);
}

}  // namespace

Result<LoadedTrace> load_trace(const std::string& path, const LoadOptions& options) {
  auto loaded = load_file(path, options);
  const bool stopped = options.progress != nullptr && options.progress->cancel;
  if (!loaded.ok() || stopped) return loaded;
  if (!options.execution_trace.empty())
    return with_execution_trace(std::move(loaded).value(), options.execution_trace);
  if (loaded.value().snapshot->info.format != "kineto-json") return loaded;
  return with_execution_trace_beside(std::move(loaded).value(), path);
}

}  // namespace lanescope

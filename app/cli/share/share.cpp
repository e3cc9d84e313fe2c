#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/progress_line.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/traces/trace_output.h"
#include "app/cli/verbs.h"
#include "core/base/files/trace_endings.h"
#include "core/base/files/user_folders.h"
#include "core/export/event_expression.h"
#include "core/export/redaction.h"
#include "core/export/shared_page.h"
#include "core/export/viewer_page.h"
#include "core/session/bookmark_file.h"
#include "core/session/shared_notes.h"
#include "core/store/own_members.h"
#include "core/view/navigation/bookmarks.h"
#include "core/view/text/time_span.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kKeyWidth = 40;

namespace fs = std::filesystem;

/// A failure that has not been printed yet.
struct Failure {
  int code = kUnusable;
  std::string subject, message;
};

/// One of the traces that are shared.
struct Shared {
  std::string path;
  WaitedTrace trace;
  std::optional<TimeRange> range;
  Ns begin_ns = 0;  // of what is shared
};

std::string stem_of(const std::string& path) {
  return trace_stem(fs::path(path).filename().string());
}

Result<Shared> open_shared(const std::string& path, const std::optional<TimeSpan>& range,
                           const std::string& steps) {
  auto opened = open_trace(path, {.steps = steps});
  if (!opened.ok()) return opened.error();
  Shared shared{path, std::move(opened).value(), {}};
  if (range) {
    const auto placed = place_in_trace(*range, *shared.trace);
    if (!placed.ok()) return placed.error();
    shared.range = placed.value();
  }
  if (auto changed = change_of(shared.trace)) return *changed;
  shared.begin_ns = begin_of_cut(*shared.trace, shared.range);
  return shared;
}

/// The marks of the trace, wherever the window would find them. What cannot be read is told.
JsonArray notes_of(const Shared& shared, Redaction* redaction) {
  constexpr std::chrono::milliseconds kBetween{1};
  std::error_code unknown;
  const fs::path whole = fs::absolute(shared.path, unknown).lexically_normal();
  BookmarkFile file(BookmarkFile::places_of(whole.string(), own_settings_folder()), [] {});
  std::optional<Bookmarks> read;
  while (!(read = file.take_read()) && !file.idle()) std::this_thread::sleep_for(kBetween);
  while (const auto notice = file.take_notice()) complain(kDone, shared.path, *notice);
  return shared_notes(std::move(read).value_or(Bookmarks{}), *shared.trace, redaction);
}

/// Metadata may hold the whole environment, tokens included, which nobody expects in a picture of
/// time.
void tell_private_metadata(const Shared& shared) {
  const JsonObject* members = shared.trace->info.metadata.object();
  if (members == nullptr) return;
  Redaction would;
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : *members) {
    if (!is_own_member(key) && !would.metadata(key, value)) keys.push_back(key);
  }
  if (keys.empty()) return;
  constexpr std::size_t kMostNamed = 5;
  std::string named;
  for (std::size_t i = 0; i < std::min(keys.size(), kMostNamed); ++i)
    named += fmt::format("{}{}", i == 0 ? "" : ", ", printable(keys[i], kKeyWidth));
  if (keys.size() > kMostNamed) named += fmt::format(" and {} more", keys.size() - kMostNamed);
  complain(kDone, shared.path,
           fmt::format("the HTML file includes its metadata: {}; --redact leaves it out", named));
}

bool is_in(EventId event, const Shared& shared) {
  const auto at = shared.trace->find_slice(event);
  if (!at || !shared.range) return true;
  const TimeRange range = at->chunk->range(at->slice);
  return range.begin_ns < shared.range->end_ns && range.end_ns > shared.range->begin_ns;
}

/// Whether the expression finds another event once the trace begins elsewhere.
bool counts_from_start(const EventQuery& query) {
  return std::ranges::any_of(query.terms, &QueryTerm::from_start);
}

/// An expression that finds the same event in the page. With a redaction, the user's own would give
/// names away that are not in the page.
Result<std::string> selection_of(const ShareOptions& options, const Shared& shared) {
  if (options.select.empty()) return std::string();
  const auto query = parse_event_query(options.select);
  if (!query.ok()) return query.error();
  const FoundEvents found = search_events(*shared.trace, query.value(), event_reader(shared.trace));
  const auto first =
      std::ranges::find_if(found.events, [&](EventId event) { return is_in(event, shared); });
  if (first == found.events.end())
    return Error{Error::Kind::NotFound,
                 "no event matches '" + options.select + "'; try part of its name"};
  const bool is_moved = shared.range && counts_from_start(query.value());
  return options.redact || is_moved ? event_expression(*shared.trace, *first) : options.select;
}

SharedView view_of(const ShareOptions& options, const Shared& a, Redaction* redaction) {
  SharedView view;
  if (a.range) {
    view.range_ns = {saturating_sub(a.range->begin_ns, a.begin_ns),
                     saturating_sub(a.range->end_ns, a.begin_ns)};
  }
  view.tab = options.tab;
  view.compare = !options.compare.empty();
  view.title = redaction == nullptr ? fs::path(a.path).filename().string() : "trace";
  view.notes = notes_of(a, redaction);
  return view;
}

/// Writes the traces; `events` receives the number of theirs.
std::optional<Failure> write_traces(SharedPage& page, const std::vector<Shared>& traces,
                                    Redaction* redaction, std::uint64_t& events) {
  const InterruptWatch watch;
  ProgressLine line;
  char letter = 'a';
  for (const Shared& shared : traces) {
    TraceWriteOptions writing;
    writing.range = shared.range;
    writing.redaction = redaction;
    writing.tell_events = [&events](std::uint64_t written) { events += written; };
    writing.tell = [&line](double share) { line.draw(share, "written"); };
    writing.stop = [&shared] {
      return InterruptWatch::signal() != 0 || shared.trace.session->file_changed();
    };
    CountingReader reader{*shared.trace.session, 0, {}};
    const std::string stem = redaction == nullptr ? stem_of(shared.path)
                             : traces.size() == 1 ? std::string("trace")
                                                  : fmt::format("trace-{}", letter);
    const auto problem = page.trace(
        letter, stem + ".json.gz", *shared.trace,
        [&reader](EventId event) { return reader.read(event); }, writing);
    if (shared.trace.session->file_changed())
      return Failure{kUnusable, shared.path, "changed while it was read; run this again"};
    if (problem && problem->kind == Error::Kind::Cancelled)
      return Failure{128 + InterruptWatch::signal(), shared.path, "canceled; no file was written"};
    if (problem) return Failure{kUnusable, shared.path, problem->message};
    tell_losses(*shared.trace, reader, shared.path);
    ++letter;
  }
  return std::nullopt;
}

std::string size_text(std::uint64_t bytes) {
  return format_bytes(static_cast<std::int64_t>(bytes));
}

std::optional<Failure> write_page(const ShareOptions& options, const std::vector<Shared>& traces,
                                  std::string html) {
  std::vector<std::string> sources;
  for (const Shared& shared : traces) sources.push_back(shared.path);
  Redaction names;
  Redaction* redaction = options.redact ? &names : nullptr;
  SharedView view = view_of(options, traces.front(), redaction);
  auto select = selection_of(options, traces.front());
  if (!select.ok()) return Failure{kUnusable, "--select", select.error().message};
  view.select = std::move(select).value();

  // What is not to be kept is written too, since only that tells its size and which names are in
  // it.
  std::error_code unknown;
  const std::string path =
      options.dry_run ? (fs::temp_directory_path(unknown) / "lanescope-dry-run.html").string()
                      : options.output;
  if (redaction == nullptr) std::ranges::for_each(traces, tell_private_metadata);
  auto page = SharedPage::begin(path, std::move(html), rights_of_sources(sources));
  if (!page.ok())
    return Failure{kUnusable, options.output, "cannot be written: " + page.error().message};
  if (auto problem = page.value().view(view))
    return Failure{kUnusable, options.output, "cannot be written: " + problem->message};
  std::uint64_t events = 0;
  if (auto failure = write_traces(page.value(), traces, redaction, events)) return failure;
  print_replaced(names);
  // Who could not read what was replaced gets no file; the failure is told when the program ends.
  if (std::fflush(stdout) != 0) return std::nullopt;
  if (!options.dry_run) {
    if (auto problem = page.value().commit())
      return Failure{kUnusable, options.output, "cannot be written: " + problem->message};
  }
  const std::uint64_t page_bytes = page.value().page_bytes();
  const std::uint64_t data_bytes = page.value().data_bytes();
  fmt::print("{}{}: {} (page {}, data {}), {}\n", options.dry_run ? "not written: " : "",
             printable(options.output, SIZE_MAX), size_text(page_bytes + data_bytes),
             size_text(page_bytes), size_text(data_bytes), counted(events, "event"));
  return std::nullopt;
}

/// The traces as files, checked before anything is loaded.
std::optional<Failure> check_files(const ShareOptions& options, std::vector<std::string>& paths) {
  for (const std::string& named : {options.trace, options.compare}) {
    if (named.empty()) continue;
    auto path = single_trace(named);
    if (!path.ok()) return Failure{kUnusable, named, path.error().message};
    paths.push_back(std::move(path).value());
  }
  std::error_code unknown;
  for (const std::string& path : paths) {
    if (!options.output.empty() && fs::equivalent(path, options.output, unknown) && !unknown)
      return Failure{kWrongUsage, options.output, "is the trace itself; name another file"};
  }
  return std::nullopt;
}

std::optional<Failure> share(ShareOptions options) {
  std::vector<std::string> paths;
  if (auto failure = check_files(options, paths)) return failure;
  if (options.output.empty())
    options.output = (options.redact ? "trace" : stem_of(paths.front())) + ".html";
  std::error_code unknown;
  if (!options.force && !options.dry_run && fs::exists(options.output, unknown))
    return Failure{kUnusable, options.output,
                   "already exists; choose another name, or replace it with --force"};
  auto html = read_viewer_page();
  if (!html.ok()) return Failure{kUnusable, "share", html.error().message};
  std::vector<Shared> traces;
  for (const std::string& path : paths) {
    // Absolute times are about the first trace only.
    const bool is_cut = options.range && (traces.empty() || options.range->from_start);
    auto shared = open_shared(path, is_cut ? options.range : std::nullopt, options.steps);
    if (!shared.ok()) return Failure{kUnusable, path, shared.error().message};
    traces.push_back(std::move(shared).value());
  }
  return write_page(options, traces, std::move(html).value());
}

}  // namespace

int run_share(const ShareOptions& options) {
  const auto failure = share(options);
  return failure ? complain(failure->code, failure->subject, failure->message) : kDone;
}

}  // namespace lanescope

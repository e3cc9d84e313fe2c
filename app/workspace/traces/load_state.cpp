#include "app/workspace/traces/load_state.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

constexpr float kReadingShare = 0.86F;  // of a load; the rest sorts and links
constexpr float kSortingShare = 0.92F;
constexpr double kGuessAfterS = 0.7;  // earlier estimates of the time left are noise

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

double read_share(const LoadFacts& facts) {
  if (facts.bytes_total == 0) return 0;
  return std::min(1.0,
                  static_cast<double>(facts.bytes_done) / static_cast<double>(facts.bytes_total));
}

std::string time_left(const LoadFacts& facts) {
  const double share = load_share(facts);
  if (facts.seconds < kGuessAfterS || share < 0.02) return {};
  const double left_s = facts.seconds * (1 - share) / share;
  if (left_s < 1) return " · less than 1 s left";
  return left_s < 100 ? fmt::format(" · {:.0f} s left", std::ceil(left_s))
                      : fmt::format(" · {:.0f} min left", std::ceil(left_s / 60));
}

/// A report that its profiler turns into something that can be read.
std::string export_text(const LoadFacts& facts) {
  if (facts.stopping) return "stopping · exporting report by nsys";
  const std::string written =
      facts.bytes_done == 0
          ? ""
          : fmt::format(" · {} written", format_bytes(static_cast<std::int64_t>(facts.bytes_done)));
  return "Exporting report by nsys" + written;
}

/// " at 38 % of the file"; empty if not known.
std::string how_far(const Session& session) {
  const double share = read_share(load_facts(session));
  return share > 0 && share < 1 ? fmt::format(" at {:.0f} % of the file", 100 * share) : "";
}

/// "1 event was", "34 events were".
std::string kept_events(const LoadReport& report) {
  return short_counted(report.kept, "event") + (report.kept == 1 ? " was" : " were");
}

/// ", 3 could not be used"; empty if there are none.
std::string lost_events(const LoadReport& report) {
  return report.listed > 0 ? ", " + short_count(report.listed) + " could not be used" : "";
}

/// `format`: TraceInfo::format.
std::optional<Notice> notice_of(const LoadReport& report, std::string_view format) {
  const auto of_kind = [&report](std::string_view kind) {
    const auto found = std::ranges::find(report.issues, kind, &LoadIssue::kind);
    return found == report.issues.end() ? std::uint64_t{0}
                                        : std::max<std::uint64_t>(1, found->count);
  };
  const std::string kept = kept_events(report) + " loaded.";
  const auto warning = [](std::string text) {
    return Notice{NoticeKind::Warning, std::move(text), "Load report"};
  };
  // Missing records are reported before damaged ones.
  if (const std::uint64_t unwritten = of_kind(issue_kinds::kRecordsNotWritten); unwritten > 0) {
    Notice notice =
        warning("The disk was full while this was recorded: " + short_counted(unwritten, "record") +
                (unwritten == 1 ? " is missing. " : " are missing. ") + kept);
    notice.kind = NoticeKind::Error;
    return notice;
  }
  if (of_kind(issue_kinds::kFileChanged) > 0)
    return warning("The file changed while it was loading. Open it again once it is complete. " +
                   kept);
  if (!report.complete) {
    return warning("File is " + std::string(fault_of_file(report)) + "; " + kept_events(report) +
                   " recovered.");
  }
  if (report.set_aside > 0) return warning(set_aside_sentence(report, format) + "; " + kept);
  if (const std::uint64_t unread = of_kind(issue_kinds::kSecondList); unread > 0)
    return warning("The file has a second list of " + short_counted(unread, "event") +
                   (unread == 1 ? ", which was not read. " : ", which were not read. ") + kept);
  if (report.listed == 0) return std::nullopt;
  return warning(short_counted(report.listed, "event") + " in the file could not be used; " + kept);
}

}  // namespace

LoadFacts load_facts(const Session& session) {
  const LoadProgress& progress = session.progress();
  LoadFacts facts{session.state(),
                  progress.bytes_done,
                  progress.bytes_total,
                  progress.events,
                  progress.phase,
                  session.load_seconds(),
                  true,
                  progress.cancel};
  // Once complete, use the number of events in the trace, not the number read.
  if (const auto trace = session.snapshot().value; trace && trace->complete)
    facts.events = trace->counts.total;
  return facts;
}

std::string session_name(const Session& session) {
  const std::string& profile = session.beside().profile.file;
  const std::string name = name_of(session.path());
  return profile.empty() ? name : name + " + " + name_of(profile);
}

std::string session_name_beside(const Session& session, const Session& other) {
  const std::string name = session_name(session);
  if (session_name(other) != name) return name;
  namespace fs = std::filesystem;
  fs::path own = fs::absolute(session.path()).lexically_normal().parent_path();
  fs::path beside = fs::absolute(other.path()).lexically_normal().parent_path();
  const char* between = "/";
  while (own.has_relative_path() && beside.has_relative_path()) {
    if (own.filename() != beside.filename()) return own.filename().string() + between + name;
    own = own.parent_path();
    beside = beside.parent_path();
    between = "/…/";
  }
  return name;
}

/// With a profile, the message begins with the file.
OpenProblem load_failure(const Session& session) {
  const std::string message = session.error().message;
  const std::size_t colon = message.find(": ");
  if (session.beside().profile.file.empty() || colon == std::string::npos)
    return {session_name(session), message};
  return {name_of(message.substr(0, colon)), message.substr(colon + 2)};
}

float load_share(const LoadFacts& facts) {
  switch (facts.phase) {
    case LoadPhase::Exporting:
      return 0;  // until it is known how much there is to read
    case LoadPhase::Reading:
      return kReadingShare * static_cast<float>(read_share(facts));
    case LoadPhase::Sorting:
      return kReadingShare;
    case LoadPhase::Linking:
      return kSortingShare;
    case LoadPhase::Done:
      break;
  }
  return 1;
}

std::string load_progress_text(const LoadFacts& facts) {
  if (facts.phase == LoadPhase::Exporting) return export_text(facts);
  std::string events = short_counted(facts.events, "event");
  if (facts.stopping) {
    return facts.phase == LoadPhase::Sorting   ? "stopping · sorting " + events
           : facts.phase == LoadPhase::Linking ? "stopping · linking " + events
                                               : "stopping · " + events;
  }
  switch (facts.phase) {
    case LoadPhase::Exporting:
      break;
    case LoadPhase::Reading:
      return fmt::format("{:.0f} % · {} of {} · {}{}", 100 * read_share(facts),
                         format_bytes(static_cast<std::int64_t>(facts.bytes_done)),
                         format_bytes(static_cast<std::int64_t>(facts.bytes_total)), events,
                         time_left(facts));
    case LoadPhase::Sorting:
      return "sorting " + events + time_left(facts);
    case LoadPhase::Linking:
      return "linking " + events + time_left(facts);
    case LoadPhase::Done:
      break;
  }
  return events;
}

std::string load_done_text(const LoadFacts& facts) {
  const bool loaded =
      facts.state != Session::State::Cancelled && facts.state != Session::State::Failed;
  const char* how = loaded                                     ? "loaded"
                    : facts.state == Session::State::Cancelled ? "stopped"
                                                               : "failed";
  if (!facts.timed) return fmt::format("{} · {}", short_counted(facts.events, "event"), how);
  const std::string took = facts.seconds < 1 ? fmt::format("{:.0f} ms", facts.seconds * 1e3)
                                             : fmt::format("{:.1f} s", facts.seconds);
  return fmt::format("{} · {} {} {}", short_counted(facts.events, "event"), how,
                     loaded ? "in" : "after", took);
}

std::string short_count(std::uint64_t count) {
  if (count < 1'000'000) return format_count(static_cast<std::int64_t>(count));
  const double millions = static_cast<double>(count) / 1e6;
  if (millions < 10) return fmt::format("{:.2f} M", millions);
  return millions < 100 ? fmt::format("{:.1f} M", millions) : fmt::format("{:.0f} M", millions);
}

std::string short_counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", short_count(count), one, count == 1 ? "" : "s");
}

std::optional<Notice> load_end_notice(const Session& session) {
  const Session::State state = session.state();
  const auto snapshot = session.snapshot().value;
  if (!snapshot) return std::nullopt;
  const LoadReport& report = snapshot->report;
  const std::string kept = kept_events(report) + " loaded";
  if (state == Session::State::Cancelled) {
    return Notice{NoticeKind::Info,
                  "Loading was stopped" + how_far(session) + ". " + kept + lost_events(report) +
                      "; all figures cover only these.",
                  "Load all", NoticeAction::LoadAgain, session.path()};
  } else if (state == Session::State::Failed) {
    // What was loaded so far is a preview without a report.
    return Notice{
        NoticeKind::Error,
        fmt::format("Loading failed: {}. Drawn but not analyzed: {}.", session.error().message,
                    short_counted(snapshot->counts.total, "event")),
        ""};
  }
  return notice_of(report, snapshot->info.format);
}

std::optional<Notice> report_notice(const LoadReport& report) {
  return notice_of(report, {});
}

}  // namespace lanescope

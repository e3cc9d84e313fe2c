#include "core/readers/nsys/report.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/file_digest.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/check.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/files/system_file.h"
#include "core/base/programs/late_end.h"
#include "core/base/programs/run_program.h"
#include "core/base/text/text_hash.h"
#include "core/readers/nsys/export_cache.h"
#include "core/readers/nsys/export_check.h"
#include "core/readers/sqlite/database.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// nsys writes some ten megabytes a second; this is for one that hangs.
std::chrono::milliseconds longest_export(std::uint64_t report_bytes) {
  constexpr std::chrono::minutes kLeast{10};
  constexpr std::uint64_t kBytesPerMs = 1000;
  return kLeast + std::chrono::milliseconds(report_bytes / kBytesPerMs);
}

bool is_cancelled(const LoadProgress* progress) {
  return LateEnd::asked() || (progress != nullptr && progress->cancel);
}

Error cancelled() {
  return {Error::Kind::Cancelled, "loading was stopped"};
}

/// The beginning of a file; empty if it is not a regular one.
std::string head_of(const std::string& path) {
  const auto facts = facts_of(path);
  if (!facts || facts->kind != FileFacts::Kind::File) return {};
  const FileDescriptor file(open_to_read(path));
  std::string head(kNsysReportMagic.size(), '\0');
  const std::int64_t got = file.open() ? read_at(file.get(), 0, head) : 0;
  head.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return head;
}

bool is_named_as_report(std::string_view path) {
  return path.ends_with(".nsys-rep") || path.ends_with(".qdrep");
}

/// A name for what the report holds now: its size, time and content, wherever it lies.
Result<std::string> name_of_export(const std::string& path) {
  const FileDescriptor file(open_to_read(path));
  const auto facts = file.open() ? facts_of(file.get()) : std::nullopt;
  if (!facts) return Error{Error::Kind::Unreadable, "cannot be read; it may have been deleted"};
  return hash_digits(fmt::format("{} {} {}", facts->bytes, facts->written_ns,
                                 file_digest(file.get(), facts->bytes)));
}

std::string first_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  return text.substr(begin, end - begin);
}

/// nullopt if it went well.
std::optional<Error> problem_of(const ProgramEnd& end, std::chrono::milliseconds at_most) {
  using How = ProgramEnd::How;
  if (end.how == How::Exited && end.number == 0) return std::nullopt;
  if (end.how == How::Stopped) return cancelled();
  std::string why = first_line(end.errors);
  if (why.empty()) why = first_line(end.output);
  if (end.how == How::TookTooLong) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(at_most).count();
    why = fmt::format("not done after {} min", minutes);
  } else if (why.empty()) {
    why = fmt::format("{} {}", end.how == How::Exited ? "exit code" : "signal", end.number);
  }
  return Error{Error::Kind::Unsupported, "nsys could not export this report: " + why};
}

/// Runs nsys, which writes `out`.
std::optional<Error> run_nsys(const std::string& nsys, const std::string& report,
                              const std::string& out, LoadProgress* progress) {
  LANESCOPE_CHECK(fs::path(report).is_absolute(), "a path that looks like no option, not {}",
                  report);
  ProgramRun run;
  run.arguments = {nsys,   "export",   "--type", "sqlite", "--force-overwrite",
                   "true", "--output", out,      report};
  run.at_most = longest_export(bytes_of_file(report).value_or(0));
  run.go_on = [&] {
    if (progress != nullptr) progress->bytes_done = bytes_of_file(out).value_or(0);
    return !is_cancelled(progress);
  };
  const auto end = run_program(run);
  if (!end.ok())
    return Error{Error::Kind::Unsupported, "nsys cannot be started: " + end.error().message};
  if (auto problem = problem_of(end.value(), run.at_most)) return problem;
  if (bytes_of_file(out).value_or(0) == 0)
    return Error{Error::Kind::Unsupported,
                 "nsys could not export this report: no file was written"};
  return std::nullopt;
}

/// While one nsys works, others wait: each may take all cores and much memory.
class Turn {
 public:
  /// Not held if the load was canceled meanwhile.
  explicit Turn(const LoadProgress* progress) {
    constexpr std::chrono::milliseconds kBetweenLooks{100};
    while (!is_cancelled(progress)) {
      lock_ = std::unique_lock(mutex(), std::try_to_lock);
      if (held()) return;
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }
  [[nodiscard]] bool held() const { return lock_.owns_lock(); }

 private:
  static std::mutex& mutex() {
    static std::mutex one_at_a_time;
    return one_at_a_time;
  }
  std::unique_lock<std::mutex> lock_;
};

/// The phase of the load while it exports.
class Exporting {
 public:
  explicit Exporting(LoadProgress* progress) : progress_(progress) {
    if (progress_ != nullptr) progress_->phase = LoadPhase::Exporting;
  }
  ~Exporting() {
    if (progress_ == nullptr) return;
    progress_->bytes_done = 0;
    progress_->phase = LoadPhase::Reading;
  }
  Exporting(const Exporting&) = delete;
  Exporting& operator=(const Exporting&) = delete;

 private:
  LoadProgress* progress_;
};

/// What nsys leaves beside a database that it did not close.
void remove_beside(const std::string& database) {
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    std::error_code ignored;
    fs::remove(database + ending, ignored);
  }
}

Result<std::string> export_to(const ExportCache& cache, const std::string& name,
                              const std::string& nsys, const std::string& report,
                              LoadProgress* progress) {
  const std::string unfinished = cache.unfinished(name);
  std::optional<Error> problem = run_nsys(nsys, report, unfinished, progress);
  remove_beside(unfinished);
  // Kept, it would fail each time the report is opened.
  if (const std::string fault = problem ? "" : fault_of_export(unfinished); !fault.empty()) {
    problem = Error{Error::Kind::Unsupported,
                    "nsys exported a file that is no Nsight Systems database: " + fault};
  }
  if (!problem) return cache.keep(unfinished, name);
  std::error_code ignored;
  fs::remove(unfinished, ignored);
  return *problem;
}

/// nullopt if there is none, or none that can be used, which is then removed.
std::optional<std::string> kept_export(const ExportCache& cache, const std::string& name) {
  auto kept = cache.find(name);
  if (!kept || fault_of_export(*kept).empty()) return kept;
  std::error_code ignored;
  fs::remove(*kept, ignored);
  return std::nullopt;
}

}  // namespace

bool can_export_nsys_report(const std::string& path) {
  const std::string head = head_of(path);
  const bool is_report =
      head == kNsysReportMagic || (is_named_as_report(path) && !head.empty() && !is_sqlite(head));
  return is_report && find_program("nsys").has_value();
}

Result<std::string> export_nsys_report(const std::string& path, LoadProgress* progress) {
  const auto nsys = find_program("nsys");
  if (!nsys) return Error{Error::Kind::WrongFormat, "is " + std::string(kNsysReportAdvice)};
  const auto name = name_of_export(path);
  if (!name.ok()) return name.error();
  const auto cache = ExportCache::open();
  if (!cache.ok()) return cache.error();
  const LateEnd until_cleaned_up;
  const Exporting exporting(progress);
  const Turn turn(progress);
  if (!turn.held()) return cancelled();
  if (auto kept = kept_export(cache.value(), name.value())) return *std::move(kept);
  std::error_code error;
  const fs::path report = fs::absolute(path, error);  // so that no name looks like an option
  if (error) return Error{Error::Kind::Unreadable, error.message()};
  return export_to(cache.value(), name.value(), *nsys, report.string(), progress);
}

}  // namespace lanescope

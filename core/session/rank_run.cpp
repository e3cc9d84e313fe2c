#include "core/session/rank_run.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <utility>

#include "core/analysis/usual_results.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/files/run_folders.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/ranks/fleet/contradictions/clock_jumps.h"
#include "core/session/rank_files.h"
#include "core/session/session.h"

namespace lanescope {
namespace {

template <typename Item>
std::vector<Item> in_order(std::vector<Item> items, const std::vector<std::size_t>& order) {
  std::vector<Item> out;
  out.reserve(items.size());
  for (const std::size_t i : order) out.push_back(std::move(items[i]));
  return out;
}

/// As RankRun::folder() says. Lists the folder, which can take long on a network.
std::string folder_of_run(std::vector<std::string> files) {
  namespace fs = std::filesystem;
  if (files.empty()) return "";
  for (std::string& file : files) {
    std::error_code error;
    const fs::path absolute = fs::absolute(file, error);
    if (!error) file = absolute.lexically_normal().string();
  }
  const std::string folder = folder_of_files(files);
  const bool is_all =
      !folder.empty() && std::ranges::is_permutation(rank_traces_of_run(folder), files);
  return is_all ? folder : "";
}

}  // namespace

RankRun::RankRun(std::vector<std::string> files, std::function<void()> wake, RankRunOptions options)
    : files_(std::move(files)),
      wake_(std::move(wake)),
      options_(std::move(options)),
      started_(std::chrono::steady_clock::now()) {
  for (const std::string& file : files_) {
    slots_.push_back(std::make_unique<Slot>());
    slots_.back()->file_bytes = bytes_of_file(file).value_or(0);
  }
  if (worker_.start([this] { run(); })) return;
  failure_ = {"", std::string(kNoThreads), false};
  state_ = State::Failed;
}

RankRun::~RankRun() {
  cancel();
}

RankRun::State RankRun::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::string RankRun::folder() const {
  const std::lock_guard lock(mutex_);
  return folder_;
}

RankFailure RankRun::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::shared_ptr<const RanksPicture> RankRun::picture() const {
  const std::lock_guard lock(mutex_);
  return picture_;
}

std::shared_ptr<const RanksTables> RankRun::tables() const {
  const std::lock_guard lock(mutex_);
  return tables_;
}

RankRunProgress RankRun::progress() const {
  RankRunProgress out;
  out.files = slots_.size();
  out.comparing = comparing_;
  double done_bytes = 0;
  double all_bytes = 0;
  bool reading = false;
  for (const auto& slot : slots_) {
    const bool done = slot->done;
    const auto bytes = static_cast<double>(slot->file_bytes);
    all_bytes += bytes;
    const bool exporting = slot->progress.phase == LoadPhase::Exporting;
    done_bytes += done ? bytes
                  : exporting
                      ? 0  // those are of its export
                      : std::min(bytes, static_cast<double>(slot->progress.bytes_done.load()));
    if (done) ++out.done;
    reading = reading || (!done && slot->progress.phase <= LoadPhase::Reading);
  }
  out.sorting = !reading && out.done < out.files;
  out.share = all_bytes > 0 ? done_bytes / all_bytes : 0;
  return out;
}

double RankRun::load_seconds() const {
  const std::lock_guard lock(mutex_);
  if (state_ != State::Loading) return seconds_;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void RankRun::cancel() {
  cancelled_ = true;
  for (const auto& slot : slots_) slot->progress.cancel = true;
}

void RankRun::wait() {
  worker_.run_here();
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return state_ != State::Loading; });
}

void RankRun::read(const std::string& file, Slot& slot) {
  LoadOptions options;
  options.threads = std::max(1U, hardware_threads() / options_.at_once);
  options.progress = &slot.progress;
  const FileStamp stamp = FileStamp::of(file);
  const auto loaded = load_trace(file, options);
  // What was read completely is sorted and linked even if the user stops it then.
  if (loaded.ok() ? loaded.value().snapshot->report.stopped : cancelled_.load()) return;
  if (!loaded.ok()) {
    slot.failure =
        RankFailure{file, loaded.error().message, loaded.error().kind == Error::Kind::WrongFormat};
    return;
  }
  const LoadedTrace& trace = loaded.value();
  const ReadEvent read_event = Session::event_reader(trace);
  const AnalysisResults whole(*trace.snapshot, whole_window(), read_event);
  const RankTrace rank{0, usual_results(whole, options_.thresholds)};
  slot.claim = rank_claim(*trace.snapshot, file, read_event);
  slot.facts.add(rank);
  const std::size_t bytes = trace.snapshot->memory_bytes();
  const bool keep = kept_bytes_.fetch_add(bytes) + bytes <= options_.snapshot_bytes;
  if (!keep) kept_bytes_ -= bytes;
  slot.picture =
      make_rank_picture(rank, keep ? trace.snapshot : nullptr, slot.facts.activities.front(), file);
  slot.picture.stamp = stamp;
  slot.read = true;
}

/// Our code does not throw, but memory may run out.
void RankRun::read_files() {
  for (std::size_t i = next_++; i < slots_.size() && !cancelled_; i = next_++) {
    Slot& slot = *slots_[i];
    try {
      read(files_[i], slot);
    } catch (const std::bad_alloc&) {
      slot.failure = RankFailure{files_[i], "not enough memory for it", false};
    }
    slot.done = true;
    if (wake_) wake_();
  }
}

std::shared_ptr<const RanksPicture> RankRun::compare() {
  std::vector<RankClaim> claims;
  std::vector<RankPicture> pictures;
  std::vector<RankFailure> failures;
  RunFacts facts;
  for (const auto& slot : slots_) {
    if (slot->failure) failures.push_back(*slot->failure);
    if (!slot->read) continue;
    claims.push_back(std::move(slot->claim));
    facts.take(std::move(slot->facts));
    pictures.push_back(std::move(slot->picture));
    RankPicture& rank = pictures.back();
    rank.changed = !rank.stamp.holds(rank.file);
  }
  if (claims.empty()) return nullptr;
  RunRanks identities = identify_ranks(claims);
  const std::vector<std::size_t> order = facts.give_ranks(identities.traces);
  identities.traces = in_order(std::move(identities.traces), order);
  std::vector<std::string> files;
  for (const RankClaim& claim : in_order(std::move(claims), order)) files.push_back(claim.file);
  RunAnalysis analysis = compare_steady_ranks(facts, *options_.thresholds, [&](std::int64_t rank) {
    return unknown_rank_title(identities, files, rank);
  });
  RanksPicture run = make_ranks_picture(std::move(facts), in_order(std::move(pictures), order),
                                        std::move(identities), std::move(analysis));
  run.failures = std::move(failures);
  run.stopped = cancelled_;
  return std::make_shared<const RanksPicture>(std::move(run));
}

void RankRun::run() {
  {
    std::vector<std::jthread> readers(std::max(1U, options_.at_once) - 1);
    for (std::jthread& reader : readers) {
      if (!start_thread(reader, [this] { read_files(); })) break;
    }
    read_files();
  }
  comparing_ = true;
  if (wake_) wake_();
  std::shared_ptr<const RanksPicture> picture;
  std::shared_ptr<const RanksTables> tables;
  RankFailure failure{"", "no file to open", false};
  try {
    picture = compare();
    if (picture) tables = std::make_shared<const RanksTables>(make_ranks_tables(*picture));
  } catch (const std::bad_alloc&) {
    failure.message = "not enough memory to compare the ranks";
  }
  for (auto slot = slots_.rbegin(); slot != slots_.rend(); ++slot) {
    if ((*slot)->failure) failure = *(*slot)->failure;
  }
  std::string folder = folder_of_run(files_);
  {
    const std::lock_guard lock(mutex_);
    folder_ = std::move(folder);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    picture_ = tables ? std::move(picture) : nullptr;
    tables_ = std::move(tables);
    failure_ = std::move(failure);
    state_ = cancelled_ ? State::Cancelled : picture_ ? State::Ready : State::Failed;
  }
  ended_.notify_all();
  if (wake_) wake_();
}

}  // namespace lanescope

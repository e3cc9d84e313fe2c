#include "core/session/bookmark_file.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/files/replace_file.h"
#include "core/base/files/small_file.h"
#include "core/base/text/text_hash.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestBytes = 64U << 20;

/// nullopt if there is no such file.
std::optional<Result<Bookmarks>> read_file(const std::string& path) {
  if (path.empty()) return std::nullopt;
  const auto text = read_small_file(path, kLargestBytes);
  if (!text.ok() && text.error().kind == Error::Kind::NotFound) return std::nullopt;
  if (!text.ok()) return text.error();
  return parse_bookmarks(text.value());
}

std::string name_of(const std::string& path) {
  return fs::path(path).filename().string();
}

}  // namespace

BookmarkFile::Places BookmarkFile::places_of(const std::string& trace,
                                             const std::string& own_folder) {
  Places places;
  places.beside = trace + ".lanescope.json";
  if (!own_folder.empty()) {
    places.fallback = own_folder + "/bookmarks/" + hash_digits(trace) + ".json";
  }
  return places;
}

BookmarkFile::BookmarkFile(Places places, std::function<void()> wake)
    : places_(std::move(places)), wake_(std::move(wake)) {
  start();
}

/// If the system had no thread before, it may have one now.
void BookmarkFile::start() {
  {
    const std::lock_guard lock(mutex_);
    if (busy_) return;
    busy_ = tasks_.submit(Urgency::Quick, [this] { work(); });
    refused_ = !busy_;
  }
  if (refused_) note_outcome(std::string(kNoThreads));
}

BookmarkFile::~BookmarkFile() {
  tasks_.finish();
  if (waiting_) work();
}

std::optional<Bookmarks> BookmarkFile::take_read() {
  const std::lock_guard lock(mutex_);
  return std::exchange(read_, std::nullopt);
}

void BookmarkFile::save(const Bookmarks& bookmarks) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = bookmarks;
  }
  start();
}

std::optional<std::string> BookmarkFile::take_notice() {
  const std::lock_guard lock(mutex_);
  if (notices_.empty()) return std::nullopt;
  std::string first = std::move(notices_.front());
  notices_.erase(notices_.begin());
  return first;
}

bool BookmarkFile::idle() const {
  const std::lock_guard lock(mutex_);
  return refused_ || (!busy_ && !waiting_ && !read_);
}

std::string BookmarkFile::unsaved() const {
  const std::lock_guard lock(mutex_);
  return unsaved_;
}

/// After a success, the next failure is reported again.
void BookmarkFile::note_outcome(std::string why_not) {
  const bool failed = !why_not.empty();
  if (failed && !failure_reported_) tell("Marks cannot be saved: " + why_not + ".");
  failure_reported_ = failed;
  const std::lock_guard lock(mutex_);
  unsaved_ = std::move(why_not);
}

void BookmarkFile::tell(std::string notice) {
  {
    const std::lock_guard lock(mutex_);
    notices_.push_back(std::move(notice));
  }
  wake_();
}

void BookmarkFile::work() {
  if (!std::exchange(has_read_, true)) read_all();
  std::unique_lock lock(mutex_);
  while (waiting_) {
    const Bookmarks bookmarks = *std::exchange(waiting_, std::nullopt);
    lock.unlock();
    write(bookmarks);
    wake_();
    lock.lock();
  }
  busy_ = false;
}

void BookmarkFile::read_all() {
  // The newer of the two files counts: the fallback was written when the other could not be.
  std::optional<Bookmarks> newest;
  fs::file_time_type newest_time{};
  for (const std::string& path : {places_.beside, places_.fallback}) {
    auto read = read_file(path);
    if (!read) continue;
    if (!read->ok()) {
      tell(name_of(path) + " " + read->error().message + "; the file is left unchanged.");
      continue;
    }
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    if (newest && time <= newest_time) continue;
    newest = std::move(*read).value();
    newest_time = time;
  }
  if (!newest) return;
  on_disk_ = newest;
  {
    const std::lock_guard lock(mutex_);
    read_ = std::move(newest);
  }
  wake_();
}

void BookmarkFile::write(const Bookmarks& bookmarks) {
  if (on_disk_ ? *on_disk_ == bookmarks : bookmarks.empty()) return note_outcome({});
  const std::string text = bookmarks_text(bookmarks);
  std::string why;
  for (const std::string& path : {places_.beside, places_.fallback}) {
    if (path.empty()) continue;
    // A file that is not ours may have appeared in the meantime.
    const auto there = read_file(path);
    if (there && !there->ok()) {
      why = name_of(path) + " " + there->error().message;
      continue;
    }
    const bool is_fallback = path == places_.fallback;
    std::error_code error;
    if (is_fallback) fs::create_directories(fs::path(path).parent_path(), error);
    if (const auto failed = replace_file(path, text)) {
      why = failed->message;
      continue;
    }
    on_disk_ = bookmarks;
    if (is_fallback && !std::exchange(fallback_reported_, true))
      tell("Marks cannot be saved next to the trace; they are saved in " + path + ".");
    return note_outcome({});
  }
  note_outcome(why);
}

}  // namespace lanescope

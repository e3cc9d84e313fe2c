#include "capture/host/files/spool.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include "capture/wire/records.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"
#include "core/base/threads/start_thread.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

template <typename Clock>
std::int64_t now_of() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

std::int64_t now_ns() {
  return now_of<std::chrono::system_clock>();
}

std::string words_for(int reason) {
  rlimit limit{};
  if (reason == EFBIG && ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    return fmt::format("its size has reached the limit of {} set with `ulimit -f`",
                       format_bytes(static_cast<std::int64_t>(limit.rlim_cur)));
  return std::generic_category().message(reason);
}

std::string advice_for(int reason) {
  if (reason == ENOSPC || reason == EDQUOT) return "free up disk space and start again";
  if (reason == EFBIG) return "raise the limit and start again";
  return "";
}

/// Whether whole records tell of anything but names, devices and the capture itself.
bool has_event(std::span<const std::byte> records) {
  for (std::size_t at = 0; at + sizeof(wire::RecordHeader) <= records.size();) {
    wire::RecordHeader header;
    std::memcpy(&header, records.data() + at, sizeof header);
    if (header.words == 0) return false;
    const auto type = static_cast<wire::RecordType>(header.type);
    if (!wire::is_definition(type) && type < wire::RecordType::Clock) return true;
    at += header.words * wire::kWord;
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<Spool>> Spool::open(const std::string& path, KeepLast keep,
                                           const RecordingFileRequest& request) {
  auto file = open_recording_file(path, request);
  if (!file.ok()) return file.error();
  std::unique_ptr<Spool> spool(new Spool(std::move(file).value(), keep));
  Disk& disk = spool->file_.disk();
  if (auto error = thread_error([&] { spool->sync_ = std::make_unique<DiskSync>(disk); }))
    return *error;
  return spool;
}

Spool::Spool(ChunkFile file, KeepLast keep) : file_(std::move(file)) {
  if (!keep.all()) segments_.emplace(file_, keep);
}

Spool::~Spool() {
  if (!begun_ || unwanted_) discard();
}

/// Gives up a name that was claimed but not used.
void Spool::discard() {
  if (file_.is_new() && file_.is_in_place()) file_.remove();
}

void Spool::begin(std::int64_t start_ns) {
  if (begun_) return;
  begun_ = true;
  wire::FileHeader header{};
  std::ranges::copy(wire::kFileMagic, header.magic);
  header.major = wire::kFileMajor;
  header.minor = wire::kFileMinor;
  header.start_ns = start_ns;
  auto replaced = replace_recording(file_);
  if (!replaced.ok()) {
    note_failure(replaced.error().message);
  } else {
    set_aside_ = std::move(replaced).value();
    if (!file_.append_header(header)) note_failure(file_.error());
  }
  sync_->watch(file_.descriptor());
  for (Early& early : std::exchange(early_, {})) {
    early.chunk.payload = std::as_bytes(std::span(early.payload));
    if (early.chunk.kind == wire::ChunkKind::Records) {
      append_records(early.chunk, early.records);
    } else {
      append(early.chunk);
    }
  }
}

/// Counts it once it is written: what is lost here is told by the End chunk.
bool Spool::append(Chunk chunk) {
  chunk.number = wire::number_behind(last_number_);
  if (!write(chunk)) return false;
  last_number_ = chunk.number;
  return true;
}

bool Spool::write(const Chunk& chunk) {
  LANESCOPE_CHECK(begun_ && !ended_, "a recording that has begun and not ended, chunk kind {}",
                  chunk.kind);
  // Without its header the file is not a recording.
  if (file_.bytes() == 0 || was_cut()) return false;
  if (!segments_) {
    if (file_.append(chunk)) return true;
    note_failure(file_.error());
    return false;
  }
  const bool written = segments_->append(chunk, now_of<std::chrono::steady_clock>());
  if (!written) note_failure(segments_->error());
  if (const auto growing = segments_->growing(); growing != growing_) {
    growing_ = growing;
    sync_->watch(growing);
  }
  return written;
}

void Spool::append_records(std::uint32_t process, std::uint32_t channel,
                           std::span<const std::byte> records, std::uint64_t count) {
  if (records.empty()) return;
  const Chunk chunk{wire::ChunkKind::Records, process, channel, now_ns(), records};
  LANESCOPE_CHECK(!ended_, "records before the recording has ended, not {} behind", count);
  if (begun_) return append_records(chunk, count);
  early_.push_back(
      {chunk, std::string(reinterpret_cast<const char*>(records.data()), records.size()), count});
}

void Spool::append_records(const Chunk& chunk, std::uint64_t count) {
  if (!failed_ && append(chunk)) {
    wrote_event_ = wrote_event_ || has_event(chunk.payload);
    return;
  }
  lost_bytes_ += chunk.payload.size();
  lost_records_ += count;
}

void Spool::append_text(wire::ChunkKind kind, std::uint32_t process, std::string_view text) {
  if (ended_) return;
  const Chunk chunk{kind, process, 0, now_ns(), std::as_bytes(std::span(text))};
  if (begun_) {
    append(chunk);
  } else {
    early_.push_back({chunk, std::string(text)});
  }
}

std::string Spool::last_words(std::string_view why) const {
  MessageText text;
  text.add("why", why);
  text.add("last_chunk", last_number_);
  text.add("file_lost_records", static_cast<std::int64_t>(lost_records_));
  text.add("file_lost_bytes", static_cast<std::int64_t>(lost_bytes_));
  text.add("file_dropped_records", static_cast<std::int64_t>(dropped_records()));
  if (dropped_ns() > 0) text.add("file_dropped_ns", dropped_ns());
  return text.text();
}

void Spool::end(std::string_view why) {
  LANESCOPE_CHECK(sync_ != nullptr && !ended_, "a recording that has not ended yet: {}", why);
  sync_.reset();
  // Without its header the file is not a recording.
  if (!begun_ || file_.bytes() == 0) return discard();
  if (was_cut()) {
    in_place_ = false;
    ended_ = true;
    return;
  }
  if (segments_) join();
  // A reader that follows the file opens it by name as soon as it is complete.
  if (!file_.is_in_place()) put_back();
  if (problem_) append_last(wire::ChunkKind::Problem, MessageText().add("text", *problem_).text());
  append_last(wire::ChunkKind::End, last_words(why));
  if (!file_.sync()) note_failure(file_.error());
  ended_ = true;
}

SavedPart Spool::part() const {
  LANESCOPE_CHECK(begun_ && !ended_, "a recording that runs");
  SavedPart part;
  part.beside = file_.path();
  part.rights = file_.rights();
  part.disk = &file_.disk();
  part.parts.push_back({file_.descriptor(), file_.bytes()});
  if (segments_) {
    part.begun_earlier = segments_->begun_earlier();
    std::ranges::copy(segments_->parts(), std::back_inserter(part.parts));
  }
  part.end = last_words("saved");
  part.time_ns = now_ns();
  return part;
}

void Spool::give_up() {
  LANESCOPE_CHECK(sync_ != nullptr && !ended_, "a recording that runs");
  sync_.reset();
  if (segments_) segments_->remove();
  if (file_.is_in_place()) file_.remove();
}

/// A file that lacks a part must not be marked complete, so the last segment is.
void Spool::append_last(wire::ChunkKind kind, const std::string& text) {
  if (file_.bytes() == 0) return;
  const Chunk chunk{kind, 0, 0, now_ns(), std::as_bytes(std::span(text))};
  LANESCOPE_CHECK(left_segments_ == 0 || segments_.has_value(), "the {} segments that are left",
                  left_segments_);
  if (left_segments_ != 0) {
    if (!segments_->append_last(chunk)) note_failure(segments_->error());
  } else if (!file_.append(chunk)) {
    note_failure(file_.error());
  }
}

void Spool::join() {
  if (segments_->join()) return;
  left_segments_ = segments_->count();
  if (std::exchange(failed_, true)) return;  // the earlier failure is more informative
  problem_ = "the parts of the recording cannot be joined: " + words_for(segments_->error()) +
             "; they stay next to it and are opened together with it";
}

void Spool::put_back() {
  in_place_ = file_.put_back();
  // The earlier failure is more informative.
  if (failed_) return;
  problem_ = in_place_
                 ? "the recording was removed while it was written; it has been restored completely"
                 : "the recording was moved or removed while it was written and cannot be "
                   "restored: " +
                       words_for(file_.error());
}

void Spool::note_failure(int reason) {
  if (!failed_) advice_ = advice_for(reason);
  note_failure(words_for(reason));
}

bool Spool::was_cut() {
  if (cut_ || !file_.is_cut()) return cut_;
  cut_ = failed_ = true;
  advice_.clear();
  problem_ =
      "the recording was truncated by another program while it was written and cannot be restored";
  return true;
}

void Spool::note_failure(const std::string& reason) {
  if (std::exchange(failed_, true)) return;
  problem_ = "the recording can no longer be written: " + reason + "; data from now on is lost";
}

std::optional<std::string> Spool::take_problem() {
  if (sync_ && sync_->error() != 0 && !std::exchange(sync_failed_, true) && !problem_) {
    advice_ = advice_for(sync_->error());
    return "the recording cannot be written to disk: " + words_for(sync_->error());
  }
  return std::exchange(problem_, std::nullopt);
}

std::uint64_t Spool::bytes() const {
  return file_.bytes() + (segments_ ? segments_->bytes() : 0);
}

}  // namespace lanescope

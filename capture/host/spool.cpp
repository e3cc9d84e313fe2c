#include "capture/host/spool.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "capture/wire/records.h"

namespace lanescope {
namespace {

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string words_for(int reason) {
  return std::generic_category().message(reason);
}

}  // namespace

Result<std::unique_ptr<Spool>> Spool::open(const std::string& path, KeepLast keep) {
  auto file = ChunkFile::open(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<Spool>(new Spool(std::move(file).value(), keep));
}

Spool::Spool(ChunkFile file, KeepLast keep) : file_(std::move(file)) {
  if (!keep.all()) segments_.emplace(file_, keep);
}

Spool::~Spool() {
  if (!begun_ && file_.is_new()) file_.remove();
}

void Spool::begin(std::int64_t start_ns) {
  begun_ = true;
  wire::FileHeader header{};
  std::ranges::copy(wire::kFileMagic, header.magic);
  header.major = wire::kMajor;
  header.minor = wire::kMinor;
  header.start_ns = start_ns;
  remove_left_segments(file_.path());
  if (!file_.clear()) note_failure(errno);
  if (!file_.append_header(header)) note_failure(file_.error());
  sync_ = std::make_unique<DiskSync>();
  sync_->watch(file_.descriptor());
}

bool Spool::append(const Chunk& chunk) {
  // Without its header the file is none.
  if (file_.bytes() == 0) return false;
  if (!segments_) {
    if (file_.append(chunk)) return true;
    note_failure(file_.error());
    return false;
  }
  const bool written = segments_->append(chunk);
  if (!written) note_failure(segments_->error());
  if (const auto growing = segments_->growing(); growing != growing_) {
    growing_ = growing;
    sync_->watch(growing);
  }
  return written;
}

void Spool::append_records(std::uint32_t process, std::uint32_t lane,
                           std::span<const std::byte> records, std::uint64_t count) {
  if (records.empty()) return;
  if (!failed_ && append({wire::ChunkKind::Records, process, lane, now_ns(), records})) return;
  lost_bytes_ += records.size();
  lost_records_ += count;
}

void Spool::append_text(wire::ChunkKind kind, std::uint32_t process, std::string_view text) {
  append({kind, process, 0, now_ns(), std::as_bytes(std::span(text))});
}

void Spool::end(std::string_view text) {
  sync_.reset();
  if (segments_ && !segments_->join()) note_failure(segments_->error());
  // Who follows the file reads it by its name as soon as it has its end.
  if (!file_.is_in_place()) put_back();
  const Chunk chunk{wire::ChunkKind::End, 0, 0, now_ns(), std::as_bytes(std::span(text))};
  if (file_.bytes() != 0 && !file_.append(chunk)) note_failure(file_.error());
  if (::fdatasync(file_.descriptor()->get()) != 0 && errno != EINVAL) note_failure(errno);
}

void Spool::put_back() {
  in_place_ = file_.put_back();
  // What failed before says more.
  if (failed_) return;
  problem_ = in_place_
                 ? "the capture file was removed while it was written; it is there again, whole"
                 : "the capture file was moved or removed while it was written, and cannot be put "
                   "back: " +
                       words_for(file_.error());
}

void Spool::note_failure(int reason) {
  if (failed_) return;
  failed_ = true;
  problem_ = "the capture file cannot be written any more: " + words_for(reason) +
             "; what comes from now on is not kept";
}

std::optional<std::string> Spool::take_problem() {
  if (sync_ && sync_->error() != 0 && !std::exchange(sync_failed_, true) && !problem_)
    return "the disk does not take the capture file: " + words_for(sync_->error());
  return std::exchange(problem_, std::nullopt);
}

std::uint64_t Spool::bytes() const {
  return file_.bytes() + (segments_ ? segments_->bytes() : 0);
}

}  // namespace lanescope

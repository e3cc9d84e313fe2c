#include "capture/host/files/part_saver.h"

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

#include "capture/host/files/chunk_file.h"
#include "capture/host/files/recording_name.h"
#include "core/base/check.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

bool append_text(ChunkFile& file, wire::ChunkKind kind, const std::string& text,
                 std::int64_t time_ns) {
  return file.append({kind, 0, 0, time_ns, std::as_bytes(std::span(text))});
}

bool append_cut(ChunkFile& file, const std::vector<CutEvents>& cut) {
  return std::ranges::all_of(cut,
                             [&](const CutEvents& events) { return file.append(events.chunk()); });
}

bool write_all(ChunkFile& file, const SavedPart& part) {
  LANESCOPE_CHECK(!part.parts.empty(), "a recording of at least one file");
  for (const FilePart& piece : part.parts) {
    if (!file.append_copy(*piece.file, piece.bytes)) return false;
    if (&piece == &part.parts.front() && !append_cut(file, part.begun_earlier)) return false;
  }
  return append_text(file, wire::ChunkKind::Trigger, part.trigger, part.time_ns) &&
         append_text(file, wire::ChunkKind::End, part.end, part.time_ns) && file.sync();
}

}  // namespace

std::optional<Error> PartSaver::start(SavedPart part) {
  LANESCOPE_CHECK(!is_busy(), "one part at a time");
  done_ = false;
  return thread_error([&] {
    thread_ = std::jthread([this, order = std::move(part)] {
      save(order);
      done_ = true;
    });
  });
}

std::optional<SavedPartFile> PartSaver::take_done() {
  if (!is_busy() || !done_) return std::nullopt;
  return wait();
}

std::optional<SavedPartFile> PartSaver::wait() {
  if (!is_busy()) return std::nullopt;
  thread_.join();
  return std::exchange(result_, {});
}

void PartSaver::save(const SavedPart& part) {
  int reason = EEXIST;
  std::optional<ChunkFile> file;
  while (reason == EEXIST) {
    result_.path = saved_part_file(part.beside, next_number_++);
    file = ChunkFile::create_new(result_.path, part.rights, *part.disk, reason);
  }
  if (file && !write_all(*file, part)) {
    reason = file->error();
    file->remove();
  }
  if (reason != 0) result_.problem = std::generic_category().message(reason);
  result_.bytes = reason == 0 ? file->bytes() : 0;
}

}  // namespace lanescope

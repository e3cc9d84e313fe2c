#include "app/workspace/record/recordings.h"

#include <algorithm>
#include <cstdint>

#include "core/base/time.h"

namespace lanescope {
namespace {

/// "Quitting ends the recording of train.py. What was recorded is saved in /home/…/run.lanes."
std::string stake_of(const Recording& recording) {
  const std::string runs =
      recording.program_runs()
          ? " " +
                recording.what_runs("keeps running, but is no longer recorded, and its",
                                    "keep running, but are no longer recorded, and their") +
                " further output is lost."
          : std::string();
  if (!recording.recorded_anything())
    return "Nothing from " + recording.program() + " has been recorded yet." + runs;
  return "Quitting ends the recording of " + recording.program() +
         ". What was recorded is saved in " + recording.file() + "." + runs;
}

std::string parting_word(const Recording& recording) {
  std::string what = "contains the recording so far";
  if (!recording.recorded_anything()) {
    what = "is not kept, as " + std::string(recording.why_empty());
  } else if (const std::uint64_t lost = recording.state().file_lost_bytes; lost > 0) {
    what +=
        ", except " + format_bytes(static_cast<std::int64_t>(lost)) + " that could not be written";
  }
  if (recording.program_runs())
    what += "; " + recording.what_runs("keeps running but is no longer recorded",
                                       "keep running but are no longer recorded");
  return what;
}

}  // namespace

Recording* Recordings::of(const std::string& file) const {
  if (records_into(file)) return current.get();
  const auto found =
      std::ranges::find_if(ended, [&](const auto& recording) { return recording->file() == file; });
  return found == ended.end() ? nullptr : found->get();
}

Recording* Recordings::running(const std::string& front) const {
  if (current && current->program_runs()) return current.get();
  Recording* last = nullptr;
  for (const auto& recording : ended) {
    if (!recording->program_runs()) continue;
    last = recording.get();
    if (recording->file() == front) return last;
  }
  return last;
}

bool Recordings::program_goes_on() const {
  return std::ranges::any_of(ended,
                             [](const auto& recording) { return recording->program_runs(); });
}

std::vector<Recording*> Recordings::all_running() const {
  std::vector<Recording*> found;
  if (current && current->program_runs()) found.push_back(current.get());
  for (const auto& recording : ended) {
    if (recording->program_runs()) found.push_back(recording.get());
  }
  return found;
}

void Recordings::refresh_now() {
  if (current) current->refresh_now();
  for (const auto& recording : ended) recording->refresh_now();
}

void Recordings::add_stakes(QuitStakes& stakes) const {
  if (current) stakes.sentences.push_back(stake_of(*current));
  for (const Recording* recording : all_running()) {
    ++stakes.programs;
    if (recording != current.get())
      stakes.sentences.push_back(recording->what_runs("is", "are") +
                                 " still running. After you quit, further output is not shown.");
  }
}

std::vector<Parting> Recordings::parting_words() const {
  std::vector<Parting> words;
  if (current) words.push_back({current->file(), parting_word(*current)});
  for (const Recording* recording : all_running()) {
    if (recording != current.get())
      words.push_back({recording->file(), recording->what_runs("is", "are") + " still running"});
  }
  return words;
}

}  // namespace lanescope

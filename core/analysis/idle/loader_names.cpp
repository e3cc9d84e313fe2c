#include "core/analysis/idle/loader_names.h"

#include <string_view>

#include "core/analysis/events/name_test.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

constexpr std::string_view kLoaderFile = "torch/utils/data/";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_in_loader(std::string_view frame) {
  return contains(frame, kLoaderFile);
}
bool has_workers(std::string_view name) {
  return contains(name, "_MultiProcessingDataLoaderIter") || contains(name, "): _try_get_data");
}
bool has_no_workers(std::string_view name) {
  return contains(name, "_SingleProcessDataLoaderIter") ||
         contains(name, "torch/utils/data/_utils/fetch.py(");
}
}  // namespace

LoaderNames find_loader(const Snapshot& snapshot, const HostActivities& activities) {
  LoaderNames found;
  NameTest in_loader(snapshot, is_in_loader), some(snapshot, has_workers),
      none(snapshot, has_no_workers);
  const auto loads = [&](CategoryKind kind, StringId name) {
    return is_host(kind) && kind != CategoryKind::HostCall &&
           activities.class_of(kind, name) == IdleClass::DataLoading;
  };
  const auto note_workers = [&](StringId name) {
    if (some(name)) {
      found.workers = LoaderWorkers::Some;
    } else if (found.workers == LoaderWorkers::Unknown && none(name)) {
      found.workers = LoaderWorkers::None;
    }
  };
  NameFilter may_load(snapshot);
  for_each_named_slice(
      snapshot, TrackKind::CpuThread,
      [&](const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind, StringId name) {
        const auto may = [&] {
          return in_loader(name) || activities.may_be(IdleClass::DataLoading, name);
        };
        if (!may_load(name, may)) return;
        const bool is_frame = kind == CategoryKind::PythonFunction;
        if (is_frame ? !in_loader(name) : !loads(kind, name)) return;
        note_workers(name);
        const FetchedBatch batch{chunk.range(slice), chunk.id_of(slice)};
        if (!is_frame) {
          found.marked.push_back(batch);
        } else if (snapshot.text(name).ends_with("): __next__")) {
          found.framed.push_back(batch);
        }
      });
  return found;
}

}  // namespace lanescope

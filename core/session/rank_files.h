// Which files are the ranks of one run, judging by their names or by how they begin.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

/// The traces directly in `folder` whose names indicate ranks of one run: a rank or worker number,
/// or a name as tensorboard_trace_handler gives it. Empty unless there are at least two different
/// ones: the traces in a folder may be unrelated.
std::vector<std::string> rank_traces_in_folder(const std::string& folder);

/// The same, or if there is no trace directly in `folder` those in its subfolders, such as one of
/// each host. Empty if two subfolders have the same rank: they are separate runs, unless the traces
/// say what rank they are of and are each of another. Cost: lists these folders; read_trace_head of
/// all of them if hosts number their own.
std::vector<std::string> rank_traces_of_run(const std::string& folder);

struct RankFolder {
  std::vector<std::string> ranks;
  std::size_t others = 0;  // further files that are named like a trace
};
/// The same without files that are not traces, such as results that lie beside them under the same
/// names. A file that cannot be read counts: opening it will tell why. Of a large run, only the
/// first files are looked into. Cost: read_trace_head of up to 64 files; call it on a worker.
RankFolder ranks_by_content(const std::string& folder);
/// The same, or if there is no trace directly in `folder` rank_traces_of_run().
RankFolder ranks_below(const std::string& folder);

/// The summaries of ranks (.rank) that are meant by these paths: files named so, and those in the
/// folders. A folder that has neither summaries nor traces stands for its subfolders, such as one
/// of each host, unless these have several ranks each of separate runs. Empty if there is anything
/// else among the paths, or a folder that also has the traces of up to 16 ranks, which show more
/// than their summaries do. Cost: lists these folders; reads two summaries at most.
std::vector<std::string> summaries_of_run(const std::vector<std::string>& paths);

/// The same of a folder that somebody passes on the way to another: unless it has summaries itself
/// or one of the first few `subfolders` has, it is not searched. Cost: lists these.
std::vector<std::string> summaries_to_offer(const std::string& folder,
                                            std::span<const std::string> subfolders);
/// The same for traces: ranks_below() if one of the first few `subfolders` has any.
RankFolder ranks_to_offer(const std::string& folder, std::span<const std::string> subfolders);

/// Whether all of them, at least one, are named as summaries are.
bool are_summaries(std::span<const std::string> files);

/// Files as they are, and all traces in each folder; each file only once.
std::vector<std::string> files_of_run(const std::vector<std::string>& paths);

}  // namespace lanescope

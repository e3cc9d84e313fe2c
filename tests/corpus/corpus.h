// The location and contents of the corpus.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/fixtures/event_reader.h"

namespace lanescope {

/// The running case is skipped if this machine has no corpus.
std::filesystem::path corpus_folder();

/// A trace and the numbers that an independent program found in it.
struct CorpusTrace {
  std::filesystem::path trace;
  std::filesystem::path expected;
};

/// Every trace with an .expected.json next to it, by name.
std::vector<CorpusTrace> corpus_traces(const std::filesystem::path& folder);

/// All files of a folder, by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// The text of a file, decompressed.
std::string text_in(const std::filesystem::path& file);

/// A file of the corpus by its path in it. The running case is skipped if this machine does not
/// have it.
std::filesystem::path corpus_file(std::string_view name);

/// A trace of the corpus by its path in it. The running case is skipped if this machine does not
/// have it, and fails if it cannot be read.
LoadedTrace loaded_trace(std::string_view name);
std::shared_ptr<const Snapshot> corpus_trace(std::string_view name);

}  // namespace lanescope

// Where nodes of CUDA graphs were created, as exports in node mode say (CUDA_GRAPH_NODE_EVENTS).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "core/base/time.h"
#include "core/readers/nsys/processes.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

class NsysGraphNodes {
 public:
  /// Cost: a pass over the table.
  explicit NsysGraphNodes(SqliteDatabase& database);

  struct Creation {
    std::int64_t thread = 0;  // a globalTid
    Ns time_ns = 0;
  };
  /// A graph that was made executable has nodes of its own, cloned from the captured ones: this is
  /// the creation of the first. nullopt if it was before the recording.
  [[nodiscard]] std::optional<Creation> creation(NsysProcess process, std::int64_t node) const;

 private:
  using Key = std::pair<NsysProcess, std::int64_t>;
  std::map<Key, Creation> created_;
  std::map<Key, std::int64_t> cloned_from_;
};

/// Whether the export has rows of them.
bool has_graph_nodes(SqliteDatabase& database);

}  // namespace lanescope

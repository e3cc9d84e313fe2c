// The running processes that can be attached to, and why others cannot.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/widgets/table.h"
#include "capture/host/attach/process_list.h"
#include "core/view/results/background.h"

namespace lanescope {

/// UI thread only; scans processes on another thread.
class AttachList {
 public:
  /// `proc` is the path of the proc file system.
  AttachList(const std::function<void()>& wake, std::string proc)
      : proc_(std::move(proc)), read_(wake, Urgency::Quick, file_pool()) {}

  /// Starts a new scan.
  void begin();
  /// Call once per frame while it is shown: takes the result of a scan, and scans again every two
  /// seconds, or when the last scan is done if that takes longer.
  void refresh(double now_s);
  /// True if the user confirms the chosen process with Enter or a double click.
  bool draw(const Ui& ui, Rect area);
  /// Null: none.
  [[nodiscard]] const RunningProcess* chosen() const;
  /// Nothing is known yet, because the first scan is not done.
  [[nodiscard]] bool looking() const { return found_ == nullptr; }
  [[nodiscard]] bool filtered() const { return !filter_.empty(); }

 private:
  struct Key {
    int round = 0;
    std::int64_t named = 0;  // a PID that was typed; 0: none
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Row {
    const RunningProcess* process = nullptr;  // points into found_
    std::string command, what, number;
  };
  using Processes = std::vector<RunningProcess>;

  void make_rows();
  void handle_arrows();
  void choose(std::size_t row);
  [[nodiscard]] std::optional<std::size_t> chosen_row() const;

  std::string proc_, filter_;
  bool take_focus_ = false;
  int round_ = 0;
  double next_s_ = 0;
  bool answered_ = true;  // the scan of round_ is done
  std::shared_ptr<const Processes> found_;
  std::vector<Row> rows_;
  std::int64_t chosen_ = 0;  // PID; 0: none
  TableState table_;
  Background<Key, Processes> read_;
};

/// For a trace.
inline bool can_be_asked(const RunningProcess& process) {
  return process.why_not.empty();
}
/// Whether it was found; what else forbids it is known only when it is tried.
inline bool can_be_sampled(const RunningProcess& process) {
  return !process.arguments.empty();
}

/// "PyTorch 2.7.1 · rank 3 of 8".
std::string process_facts(const RunningProcess& process);

}  // namespace lanescope

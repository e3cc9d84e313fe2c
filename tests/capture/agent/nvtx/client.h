// A copy of NVTX as it is in programs: slots that a tool fills in, and the calls that go through
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "capture/agent/nvtx/abi.h"

namespace lanescope {

class NvtxClient {
 public:
  NvtxClient() {
    for (std::size_t id = 1; id < core_.size(); ++id) core_table_[id] = &core_[id];
    for (std::size_t id = 1; id < core2_.size(); ++id) core2_table_[id] = &core2_[id];
  }

  /// Makes export_table() return this copy's table to the tool.
  void make_current() { current_ = this; }
  static const void* export_table(std::uint32_t table) {
    static constexpr agent::nvtx::CallbacksTable kCallbacks{sizeof kCallbacks, module_functions};
    return table == agent::nvtx::kCallbacksTable ? &kCallbacks : nullptr;
  }

  /// The function of a slot as type F; null if the tool left it empty.
  template <typename F>
  F* core(unsigned id) const {
    return reinterpret_cast<F*>(core_[id]);
  }
  template <typename F>
  F* core2(unsigned id) const {
    return reinterpret_cast<F*>(core2_[id]);
  }
  /// Simulates an older NVTX with fewer functions.
  void shorten_core2(unsigned size) { core2_size_ = size; }
  void remove_core(unsigned id) { core_table_[id] = nullptr; }

 private:
  static int module_functions(int module, agent::nvtx::FunctionTable* table, unsigned* size) {
    if (module == agent::nvtx::kCore) {
      *table = current_->core_table_.data();
      *size = static_cast<unsigned>(current_->core_table_.size());
      return 1;
    }
    if (module == agent::nvtx::kCore2) {
      *table = current_->core2_table_.data();
      *size = current_->core2_size_;
      return 1;
    }
    return 0;
  }

  static inline NvtxClient* current_ = nullptr;
  std::array<agent::nvtx::Function, 16> core_{}, core2_{};
  std::array<agent::nvtx::Function*, 16> core_table_{}, core2_table_{};
  unsigned core2_size_ = 16;
};

}  // namespace lanescope

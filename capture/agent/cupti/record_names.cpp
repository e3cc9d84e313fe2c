#include "capture/agent/cupti/record_names.h"

#include "capture/agent/process/own_memory.h"

namespace lanescope::agent {

std::uint32_t RecordNames::number(const char* name, Channel& channel) {
  if (!is_address(name)) return 0;
  const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(name) * 0x9E3779B97F4A7C15ULL;
  Slot& slot = slots_[mixed >> 54 & (kSlots - 1)];
  if (slot.name == name && slot.epoch == epoch_) return slot.number;
  const std::uint32_t number = channel.string(copy_text(name, text_, sizeof text_));
  if (number != 0) slot = {name, number, epoch_};
  return number;
}

}  // namespace lanescope::agent

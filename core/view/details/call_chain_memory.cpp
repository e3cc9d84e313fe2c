// What the call chain has of memory: the block of an allocation, and what an event allocated.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/view/details/call_chain.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {

void ChainWriter::add_block_end(const char* what, const char* did, const DetailsBlockEnd& end) {
  const std::string time =
      format_exact_time(saturating_sub(end.time_ns, snapshot_.extent.begin_ns));
  if (end.event == model_.event) {
    text_.line(what, "here");
  } else {
    text_.line(what, time, DetailStyle::Link, end.event);
  }
  if (end.op != EventId::None) text_.line(end.op_name, did, DetailStyle::Link, end.op);
}

void ChainWriter::add_block() {
  if (!model_.allocation) return;
  text_.section("MEMORY BLOCK");
  const DetailsAllocation& a = *model_.allocation;
  if (a.address == 0) {
    text_.line("", "The trace has no addresses, so frees cannot be matched to allocations.",
               DetailStyle::Faint);
    return;
  }
  if (a.alive_ns) {
    text_.time_line("Lifetime", format_duration(*a.alive_ns), *a.alive_ns);
  }
  if (a.allocation) add_block_end("Allocated", "allocated it", *a.allocation);
  if (!a.allocation)
    text_.line("", fmt::format("Allocated {}", before_words(snapshot_)), DetailStyle::Faint);
  if (a.release) add_block_end("Freed", "freed it", *a.release);
  if (!a.release) text_.line("", "Not freed in this trace", DetailStyle::Faint);
}

void ChainWriter::add_memory() {
  text_.section("MEMORY");
  for (const DetailsMemory& memory : model_.memory) {
    std::string text;
    if (memory.allocations > 0)
      text = fmt::format("allocated {} ({}×)", format_bytes(memory.allocated_bytes),
                         memory.allocations);
    if (memory.frees > 0) {
      text += fmt::format("{}freed {} ({}×)", text.empty() ? "" : " · ",
                          format_bytes(memory.freed_bytes), memory.frees);
    }
    text_.line(memory_device_title(snapshot_, memory.device_type, memory.device_id),
               std::move(text), DetailStyle::Code);
  }
}

}  // namespace lanescope

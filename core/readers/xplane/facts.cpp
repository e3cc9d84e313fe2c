#include "core/readers/xplane/facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

enum class Use : std::uint8_t {
  Correlation,
  Kernel,
  Copy,
  Fill,
  HloOp,
  HloModule,
  Program,
  Run,
  Step,
  Allocator,
  AllocationBytes,
  Address,
  Allocated,
  Available,
  Peak,
  Fragmentation,
  ProducerType,
  Producer,
  ConsumerType,
  Consumer,
};

constexpr std::array<std::pair<std::string_view, Use>, 20> kUses = {{
    {"correlation_id", Use::Correlation},
    {"kernel_details", Use::Kernel},
    {"memcpy_details", Use::Copy},
    {"Memset_details", Use::Fill},
    {"hlo_op", Use::HloOp},
    {"hlo_module", Use::HloModule},
    {"program_id", Use::Program},
    {"run_id", Use::Run},
    {"step_num", Use::Step},
    {"allocator_name", Use::Allocator},
    {"allocation_bytes", Use::AllocationBytes},
    {"addr", Use::Address},
    {"bytes_allocated", Use::Allocated},
    {"bytes_available", Use::Available},
    {"peak_bytes_in_use", Use::Peak},
    {"fragmentation", Use::Fragmentation},
    {"_pt", Use::ProducerType},
    {"_p", Use::Producer},
    {"_ct", Use::ConsumerType},
    {"_c", Use::Consumer},
}};

/// Created when the first of its members is seen.
template <typename Part>
Part& part(std::optional<Part>& of) {
  if (!of) of.emplace();
  return *of;
}

void take_allocation(Use use, const XStat& stat, XAllocation& allocation) {
  const std::int64_t number = stat.integer();
  if (use == Use::AllocationBytes) allocation.bytes = number;
  if (use == Use::Address) allocation.address = number;
  if (use == Use::Allocated) allocation.allocated = number;
  if (use == Use::Available) allocation.available = number;
  if (use == Use::Peak) allocation.peak = number;
  if (use == Use::Fragmentation && stat.type == XStat::Type::Double)
    allocation.fragmentation = stat.value.number_value();
}

}  // namespace

XFactReader::XFactReader(const XPlane& plane) : plane_(plane) {
  for (const auto& [number, name] : plane.names) {
    const auto* const known =
        std::ranges::find(kUses, name, [](const auto& use) { return use.first; });
    if (known != kUses.end()) uses_.emplace(number, static_cast<std::uint8_t>(known->second));
  }
}

XFacts XFactReader::facts_of(const XEvent& event) const {
  XFacts facts;
  for (const XStat& stat : event.stats) take(stat, facts);
  if (facts.allocation && facts.allocation->allocator.empty()) facts.allocation.reset();
  return facts;
}

void XFactReader::take(const XStat& stat, XFacts& facts) const {
  const auto found = uses_.find(stat.name);
  if (found == uses_.end()) return;
  const Use use{found->second};
  switch (use) {
    case Use::Correlation:
      facts.correlation = stat.integer();
      return;
    case Use::Kernel:
      facts.kernel = plane_.text_of(stat);
      return;
    case Use::Copy:
      facts.copy = plane_.text_of(stat);
      return;
    case Use::Fill:
      facts.fill = plane_.text_of(stat);
      return;
    case Use::HloOp:
      facts.hlo_op = plane_.text_of(stat);
      return;
    case Use::HloModule:
      facts.hlo_module = plane_.text_of(stat);
      return;
    case Use::Program:
      facts.program = stat.integer();
      return;
    case Use::Run:
      facts.run = stat.integer();
      return;
    case Use::Step:
      facts.step = stat.integer();
      return;
    case Use::Allocator:
      part(facts.allocation).allocator = plane_.text_of(stat);
      return;
    case Use::ProducerType:
      part(facts.produces).type = stat.integer();
      return;
    case Use::Producer:
      part(facts.produces).id = stat.integer();
      return;
    case Use::ConsumerType:
      part(facts.consumes).type = stat.integer();
      return;
    case Use::Consumer:
      part(facts.consumes).id = stat.integer();
      return;
    default:
      return take_allocation(use, stat, part(facts.allocation));
  }
}

std::optional<std::int64_t> device_of_allocator(std::string_view allocator) {
  constexpr std::string_view kGpu = "GPU_";
  if (!allocator.starts_with(kGpu)) return std::nullopt;
  allocator.remove_prefix(kGpu.size());
  return parse_number<std::int64_t>(allocator.substr(0, allocator.find('_')));
}

}  // namespace lanescope

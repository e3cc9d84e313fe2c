// From the place of an instruction in a Python function to its line of source. The capture agent
// sends line tables as CPython has them; this decodes them.
// Format: Objects/lnotab_notes.txt of CPython 3.10 (co_linetable) and Objects/locations.md of 3.11
// and later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace lanescope {

/// The line table of one code object.
struct PythonLineTable {
  std::uint16_t version = 0;  // of Python, hexadecimal without the patch level: 0x030B
  std::int32_t first_line = 0;
  std::span<const std::byte> bytes;
};

/// The line that the instruction at `instruction` bytes from the start of the bytecode comes from.
/// Nothing where the instruction is unknown (negative), lies behind the table's end or belongs to
/// no line, where the version's format is not known, and where the table makes no sense. Any bytes
/// may be given. Cost: one pass over the table up to the instruction.
std::optional<std::int32_t> python_line(const PythonLineTable& table, std::int32_t instruction);

}  // namespace lanescope

// Maps an instruction in a Python function to its source line. The capture agent sends line tables
// in CPython's own format; this decodes them.
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
  std::uint16_t version = 0;  // of Python, hexadecimal without patch level: 0x030B
  std::int32_t first_line = 0;
  std::span<const std::byte> bytes;
};

/// The source line of the instruction at `instruction` bytes from the start of the bytecode.
/// nullopt if the instruction is unknown (negative), beyond the end of the table or without a line,
/// or if the table's version is unknown or its content invalid. Accepts any bytes. Cost: a pass
/// over the table up to the instruction.
std::optional<std::int32_t> python_line(const PythonLineTable& table, std::int32_t instruction);

}  // namespace lanescope

// Texts of Python (str) in another process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "capture/python_layout/layout.h"
#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

/// Its first `most_characters` characters as UTF-8; nullopt: it cannot be read, or is no text as
/// interpreters make them. Whether the object is a text is up to the caller. Cost: 3 system calls.
std::optional<std::string> read_python_text(const RemoteMemory& memory, const PythonLayout& layout,
                                            std::uint64_t address, std::size_t most_characters);

/// Whether a text is ASCII and compact, by its state: its characters are at str_ascii.
bool is_ascii_text(std::uint32_t state);

}  // namespace lanescope

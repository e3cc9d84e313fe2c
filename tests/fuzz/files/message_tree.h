// A protobuf message as a tree, without its schema. What could be a message by its bytes is taken
// as one. Mutators change it, and it can be written as bytes again.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct MessageTree {
  enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

  std::uint64_t field = 0;
  Wire wire = Wire::Bytes;
  std::uint64_t number = 0;      // of all but Bytes
  std::string text;              // of Bytes without children
  std::uint64_t more_bytes = 0;  // of Bytes: what the written length is too large by
  std::vector<MessageTree> children;
};

/// The fields of the message; nullopt if the bytes are none, or nest deeper than `levels`.
std::optional<std::vector<MessageTree>> parse_message(std::string_view bytes, unsigned levels = 8);

std::string message_bytes(const std::vector<MessageTree>& fields);

/// Changes fields at any depth: removes, duplicates, moves, replaces by each other, gives them
/// other numbers, types, values and lengths.
void mutate_message(std::vector<MessageTree>& fields, std::mt19937_64& random);

/// The bytes of a message after a few such changes; of what is none, after changes of bytes.
std::string mutated_message(const std::string& bytes, std::mt19937_64& random);

}  // namespace lanescope

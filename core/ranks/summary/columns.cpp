#include "core/ranks/summary/columns.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr unsigned kVarintBits = 7;
constexpr unsigned kVarintMore = 0x80;
constexpr unsigned kBits = 64;
constexpr unsigned kByteBits = 8;

}  // namespace

void ColumnWriter::add_varint(std::uint64_t value) {
  for (; value >= kVarintMore; value >>= kVarintBits) {
    bytes_ += static_cast<char>(value | kVarintMore);
  }
  bytes_ += static_cast<char>(value);
}

void ColumnWriter::add_fixed(std::uint64_t value) {
  for (unsigned bit = 0; bit < kBits; bit += kByteBits) bytes_ += static_cast<char>(value >> bit);
}

std::uint64_t ColumnWriter::number_of(const std::string& text) {
  const auto [at, fresh] = numbers_.try_emplace(text, texts_.size());
  if (fresh) texts_.push_back(text);
  return at->second;
}

std::string ColumnWriter::take() {
  std::string sections = std::exchange(bytes_, {});
  add_varint(texts_.size());
  for (const std::string& text : texts_) {
    add_varint(text.size());
    bytes_ += text;
  }
  return std::exchange(bytes_, {}) + sections;
}

ColumnReader::ColumnReader(std::string_view bytes)
    : rest_(bytes), most_text_(kMostGrowth * bytes.size()) {
  const std::uint64_t texts = take_varint();
  if (texts > rest_.size()) broken_ = true;
  for (std::uint64_t i = 0; i < texts && !broken_; ++i) {
    texts_.push_back(take_bytes(take_varint()));
  }
  while (!rest_.empty() && !broken_) {
    const std::uint64_t id = take_varint();
    sections_.try_emplace(id, take_bytes(take_varint()));
  }
}

std::uint64_t ColumnReader::take_varint() {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < kBits && !rest_.empty() && !broken_; bit += kVarintBits) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & (kVarintMore - 1)} << bit;
    if (byte < kVarintMore) return value;
  }
  broken_ = true;
  return 0;
}

std::uint64_t ColumnReader::take_fixed() {
  std::uint64_t value = 0;
  const std::string_view bytes = take_bytes(sizeof value);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (i * kByteBits);
  }
  return value;
}

std::string_view ColumnReader::take_bytes(std::uint64_t count) {
  if (count > rest_.size()) broken_ = true;
  if (broken_) return {};
  const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(count));
  rest_.remove_prefix(bytes.size());
  return bytes;
}

std::string ColumnReader::text(std::uint64_t number) {
  if (number >= texts_.size() || texts_[number].size() > most_text_) broken_ = true;
  if (broken_) return {};
  most_text_ -= texts_[number].size();
  return std::string(texts_[number]);
}

}  // namespace lanescope

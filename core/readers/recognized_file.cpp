#include "core/readers/recognized_file.h"

#include <utility>

#include "core/base/bytes/file_source.h"
#include "core/readers/capture/file.h"
#include "core/readers/sniff.h"

namespace lanescope {
namespace {

/// The first bytes of a source, for telling what it is.
std::string head_of(ByteSource& source) {
  std::string head(std::size_t{64} << 10, '\0');
  const auto got = source.read_at(0, head);
  head.resize(got.ok() ? got.value() : 0);
  return head;
}

}  // namespace

Result<RecognizedFile> recognize_file(const std::string& path, LoadProgress* progress) {
  auto opened = open_raw_source(path, progress);
  if (!opened.ok()) return opened.error();
  const std::string raw_head = head_of(*opened.value());
  RecognizedFile file;
  file.source = decoded_source(std::move(opened).value());
  const std::string head = head_of(*file.source);
  file.side = find_converted_format(head);
  if (file.side != nullptr) return file;
  file.capture = is_capture(head);
  if (file.capture) return file;
  if (const auto advice = foreign_format(raw_head, head, path))
    return Error{Error::Kind::WrongFormat, "is " + *advice};
  return file;
}

}  // namespace lanescope

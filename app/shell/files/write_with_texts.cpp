#include "app/shell/files/write_with_texts.h"

#include <string>
#include <utility>

namespace lanescope {

std::optional<Error> write_with_texts(
    const EventJson& texts, TraceWriteOptions options,
    const std::function<std::optional<Error>(const ReadEvent&, const TraceWriteOptions&)>& write) {
  std::string unread;
  const ReadEvent read = [&](EventId event) -> std::optional<JsonValue> {
    Result<JsonValue> json = texts(event);
    if (json.ok()) return std::move(json).value();
    if (json.error().kind == Error::Kind::Unreadable) unread = json.error().message;
    return std::nullopt;
  };
  options.stop = [&unread] { return !unread.empty(); };
  auto problem = write(read, options);
  if (unread.empty()) return problem;
  return Error{Error::Kind::Unreadable, unread + "; open it again first"};
}

}  // namespace lanescope

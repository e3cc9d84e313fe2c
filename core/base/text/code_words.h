// Code in sentences: "torch.cuda.synchronize()", "with_stack=True", "--capture-trace". A window
// sets it apart from the words around it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct CodeSpan {
  std::size_t begin = 0, end = 0;  // bytes of the text
  bool operator==(const CodeSpan&) const = default;
};

struct MarkedSentence {
  std::string text;  // without the backquotes
  std::vector<CodeSpan> code;
};

/// Finds code by its form, so that sentences need no marks: calls, keyword arguments, options,
/// environment variables, names in torch and identifiers with underscores. Code of other forms,
/// such as a command line, is between backquotes, which stay only in text for terminals and files.
/// Prose such as "event(s)", file names and versions are no code. Cost: a pass over the text.
MarkedSentence code_in(std::string_view sentence);

}  // namespace lanescope

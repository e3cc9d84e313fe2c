#include "tests/tools/type_names.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace lanescope::layers {
namespace {

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Words and signs of a source, one after the other, without comments, directives and texts.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    while (skip_what_is_no_code()) {
    }
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_++;
    while (is_of_word(text_[begin]) && at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  [[nodiscard]] std::ptrdiff_t line() const {
    return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
  }

 private:
  bool skip_what_is_no_code() {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    if (rest.empty()) return false;
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) return skip_to(1);
    if (rest.starts_with("//") || rest[0] == '#') return skip_to(rest.find('\n'));
    if (rest.starts_with("/*")) return skip_behind("*/", 2);
    if (rest.starts_with("R\"")) {
      const std::string mark(rest.substr(2, rest.find('(') - 2));
      return skip_behind(")" + mark + "\"", 2);
    }
    if (rest[0] == '"' || rest[0] == '\'') return skip_text(rest[0]);
    return false;
  }
  bool skip_to(std::size_t count) {
    at_ = std::min(text_.size(), count == std::string_view::npos ? count : at_ + count);
    return true;
  }
  bool skip_behind(const std::string& mark, std::size_t from) {
    const std::size_t found = text_.find(mark, at_ + from);
    at_ = found == std::string_view::npos ? text_.size() : found + mark.size();
    return true;
  }
  bool skip_text(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    return skip_to(1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// What a brace opens: a namespace with its name, or anything else.
struct Scope {
  bool is_namespace = false;
  std::string name;
};

/// "Outer::Inner"; empty for a template that is specialized.
std::string name_at(const std::vector<std::string_view>& words, std::size_t at) {
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : ""; };
  std::string name(word(at));
  for (; word(at + 1) == ":" && word(at + 2) == ":"; at += 3)
    name += "::" + std::string(word(at + 3));
  return word(at + 1) == "<" ? "" : name;
}

/// The name of the type whose definition begins with these words; empty: none does.
std::string type_of(const std::vector<std::string_view>& words) {
  int angles = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    angles += words[i] == "<" ? 1 : words[i] == ">" ? -1 : 0;
    if (words[i] == "(" || words[i] == "=") return {};
    const bool begins = words[i] == "struct" || words[i] == "class" || words[i] == "union" ||
                        (words[i] == "enum" && words[i + 1] != "class");
    if (!begins || angles != 0) continue;
    std::size_t name = i + 1;
    while (name < words.size() && words[name] == "[") name += 5;  // [[an_attribute]]
    return name_at(words, name);
  }
  return {};
}

Scope scope_of(const std::vector<std::string_view>& words) {
  const auto at = std::ranges::find(words, "namespace");
  Scope scope{at != words.end(), {}};
  for (auto word = at; scope.is_namespace && ++word != words.end();) scope.name += *word;
  return scope;
}

/// Empty where the name is not one that other files see.
std::string full_name(const std::vector<Scope>& scopes, const std::string& type) {
  std::string name;
  for (const Scope& scope : scopes) {
    if (!scope.is_namespace || scope.name.empty()) return {};
    name += scope.name + "::";
  }
  return type.empty() ? type : name + type;
}

}  // namespace

std::string add_types(std::string_view text, const std::string& file, TypePlaces& places) {
  Words source(text);
  std::vector<std::string_view> words;  // since the last brace or semicolon
  std::vector<Scope> scopes;
  std::string breaches;
  for (std::string_view word = source.next(); !word.empty(); word = source.next()) {
    if (word == "{") {
      if (const std::string name = full_name(scopes, type_of(words)); !name.empty()) {
        const std::string place = file + ":" + std::to_string(source.line());
        const auto [known, is_new] = places.emplace(name, place);
        if (!is_new)
          breaches += place + ": " + name + " is the name of a type at " + known->second + "\n";
      }
      scopes.push_back(scope_of(words));
    }
    if (word == "}" && !scopes.empty()) scopes.pop_back();
    const bool ends = word == "{" || word == "}" || word == ";";
    if (ends)
      words.clear();
    else
      words.push_back(word);
  }
  return breaches;
}

}  // namespace lanescope::layers

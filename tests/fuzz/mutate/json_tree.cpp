#include "tests/fuzz/mutate/json_tree.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "tests/fuzz/mutate/json_tokens.h"

namespace lanescope {
namespace {

constexpr std::size_t kDeepest = 200;

/// Tokens become a tree, in one walk.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : tokens_(text) {}

  std::optional<JsonTree> run() {
    JsonTree root;
    if (!value(tokens_.next(), root, 0)) return std::nullopt;
    if (tokens_.next().kind != JsonToken::Kind::End) return std::nullopt;
    return root;
  }

 private:
  using Kind = JsonToken::Kind;

  bool value(const JsonToken& token, JsonTree& out, std::size_t depth) {
    if (depth > kDeepest) return false;
    if (token.kind == Kind::OpenList) return list(out, depth);
    if (token.kind == Kind::OpenObject) return object(out, depth);
    if (token.kind != Kind::String && token.kind != Kind::Scalar) return false;
    out = JsonTree::scalar(std::string(token.text));
    return true;
  }

  bool list(JsonTree& out, std::size_t depth) {
    out.kind = JsonTree::Kind::List;
    JsonToken token = tokens_.next();
    if (token.kind == Kind::CloseList) return true;
    while (true) {
      if (!value(token, out.children.emplace_back(), depth + 1)) return false;
      token = tokens_.next();
      if (token.kind == Kind::CloseList) return true;
      if (token.kind != Kind::Comma) return false;
      token = tokens_.next();
    }
  }

  bool object(JsonTree& out, std::size_t depth) {
    out.kind = JsonTree::Kind::Object;
    JsonToken token = tokens_.next();
    if (token.kind == Kind::CloseObject) return true;
    while (true) {
      if (token.kind != Kind::String) return false;
      out.keys.emplace_back(token.text);
      if (tokens_.next().kind != Kind::Colon) return false;
      if (!value(tokens_.next(), out.children.emplace_back(), depth + 1)) return false;
      token = tokens_.next();
      if (token.kind == Kind::CloseObject) return true;
      if (token.kind != Kind::Comma) return false;
      token = tokens_.next();
    }
  }

  JsonTokens tokens_;
};

class TreeWriter {
 public:
  explicit TreeWriter(TreeLayout layout) : layout_(layout) {}

  std::string run(const JsonTree& tree) {
    write(tree, 0);
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool breaks_lines(std::size_t depth) const {
    if (layout_ == TreeLayout::LineAnElement) return depth < 2;
    return layout_ == TreeLayout::Indented || layout_ == TreeLayout::Windows;
  }

  void new_line(std::size_t depth, std::size_t indent) {
    if (!breaks_lines(depth)) return;
    text_ += layout_ == TreeLayout::Windows ? "\r\n" : "\n";
    text_.append(2 * indent, ' ');
  }

  void write(const JsonTree& tree, std::size_t depth) {
    if (tree.kind == JsonTree::Kind::Scalar) {
      text_ += tree.text;
      return;
    }
    const bool is_object = tree.kind == JsonTree::Kind::Object;
    text_ += is_object ? '{' : '[';
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      if (i != 0) text_ += layout_ == TreeLayout::Spaced ? ", " : ",";
      new_line(depth, depth + 1);
      if (is_object) text_ += tree.keys[i] + (layout_ == TreeLayout::Minified ? ":" : ": ");
      write(tree.children[i], depth + 1);
    }
    if (!tree.children.empty()) new_line(depth, depth);
    text_ += is_object ? '}' : ']';
  }

  TreeLayout layout_;
  std::string text_;
};

}  // namespace

JsonTree JsonTree::scalar(std::string text) {
  JsonTree tree;
  tree.text = std::move(text);
  return tree;
}

JsonTree JsonTree::string(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size() + 2);
  quoted += '"';
  quoted += text;
  quoted += '"';
  return scalar(std::move(quoted));
}

JsonTree* JsonTree::find(std::string_view key) {
  return const_cast<JsonTree*>(std::as_const(*this).find(key));
}

const JsonTree* JsonTree::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string_view spelled = keys[i];
    if (spelled.size() == key.size() + 2 && spelled.substr(1, key.size()) == key)
      return &children[i];
  }
  return nullptr;
}

void JsonTree::set(std::string_view key, JsonTree value) {
  if (JsonTree* const there = find(key)) {
    *there = std::move(value);
    return;
  }
  keys.push_back(JsonTree::string(key).text);
  children.push_back(std::move(value));
}

void JsonTree::remove(std::size_t child) {
  children.erase(children.begin() + static_cast<std::ptrdiff_t>(child));
  if (kind == Kind::Object) keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(child));
}

std::optional<JsonTree> parse_json_tree(std::string_view text) {
  return TreeBuilder(text).run();
}

std::string json_text(const JsonTree& tree, TreeLayout layout) {
  return TreeWriter(layout).run(tree);
}

std::optional<double> json_number(const JsonTree* value) {
  if (value == nullptr || value->kind != JsonTree::Kind::Scalar) return std::nullopt;
  std::string_view text = value->text;
  if (text.starts_with('"') && text.size() >= 2) text = text.substr(1, text.size() - 2);
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

JsonTree* event_list(JsonTree& trace) {
  JsonTree* const list = trace.kind == JsonTree::Kind::List ? &trace : trace.find("traceEvents");
  return list != nullptr && list->kind == JsonTree::Kind::List ? list : nullptr;
}

}  // namespace lanescope

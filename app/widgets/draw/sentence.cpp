#include "app/widgets/draw/sentence.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/draw/name_text.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/draw/text_order.h"
#include "core/base/text/sentences/code_words.h"

namespace lanescope {
namespace {

/// A word, or the part of one that is code or is none.
struct Piece {
  std::string_view text;
  bool code = false;
  bool after_space = false;
  bool after_break = false;  // the first of a line of the text
};

/// Adds the words of a part of the text. The first one continues the word before it, unless there
/// is a space in between.
void add_pieces(std::string_view part, bool code, bool& space, bool& line_break,
                std::vector<Piece>& pieces) {
  while (!part.empty()) {
    if (part.front() == ' ' || part.front() == '\n') {
      space = true;
      line_break = line_break || part.front() == '\n';
      part.remove_prefix(1);
      continue;
    }
    const std::size_t end = std::min(part.find_first_of(" \n"), part.size());
    pieces.push_back({part.substr(0, end), code, space, line_break});
    space = line_break = false;
    part.remove_prefix(end);
  }
}

std::vector<Piece> pieces_of(const MarkedSentence& sentence) {
  std::vector<Piece> pieces;
  const std::string_view text = sentence.text;
  bool space = false, line_break = false;
  std::size_t at = 0;
  for (const CodeSpan& span : sentence.code) {
    add_pieces(text.substr(at, span.begin - at), false, space, line_break, pieces);
    add_pieces(text.substr(span.begin, span.end - span.begin), true, space, line_break, pieces);
    at = span.end;
  }
  add_pieces(text.substr(at), false, space, line_break, pieces);
  return pieces;
}

struct KnownSentence {
  explicit KnownSentence(std::string_view sentence)
      : marked(code_in(sentence)), pieces(pieces_of(marked)) {}
  KnownSentence(const KnownSentence&) = delete;
  KnownSentence& operator=(const KnownSentence&) = delete;

  const MarkedSentence marked;
  const std::vector<Piece> pieces;  // of its text
};

/// The same sentences are drawn in each frame, which should not allocate. Until the next call.
const KnownSentence& known(std::string_view sentence) {
  constexpr std::size_t kMost = 256;
  static thread_local std::map<std::string, KnownSentence, std::less<>> sentences;
  const auto at = sentences.find(sentence);
  if (at != sentences.end()) return at->second;
  if (sentences.size() >= kMost) sentences.clear();
  return sentences.try_emplace(std::string(sentence), sentence).first->second;
}

float ascent_px(const Face& face) {
  return face.font->Ascent * face.size_px / face.font->FontSize;
}

/// Places words on lines, and draws them if there is a list.
class SentenceLines {
 public:
  SentenceLines(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width,
                ImU32 color)
      : list_(list),
        words_(face),
        code_(ui.face().mono),
        at_(at),
        width_(width),
        color_(color),
        space_px_(std::ceil(text_width(face, " "))),
        code_shift_px_(std::round(ascent_px(face) - ascent_px(code_))) {}

  void add(std::span<const Piece> pieces) {
    while (!pieces.empty()) {
      std::size_t count = 1;
      while (count < pieces.size() && !pieces[count].after_space) ++count;
      add_word(pieces.first(count));
      pieces = pieces.subspan(count);
    }
    end_run();
    widest_ = std::max(widest_, x_);
  }
  [[nodiscard]] float height() const { return y_ + words_.size_px; }
  [[nodiscard]] float widest() const { return widest_; }

 private:
  [[nodiscard]] const Face& face_of(bool code) const { return code ? code_ : words_; }

  /// The pieces between two spaces.
  void add_word(std::span<const Piece> word) {
    float wide = 0;
    for (const Piece& piece : word) wide += std::ceil(text_width(face_of(piece.code), piece.text));
    // A word too long for any line is broken where it is.
    const bool overflows = x_ > 0 && x_ + space_px_ + wide > width_;
    if (word.front().after_break || (overflows && (wide <= width_ || x_ * 2 >= width_)))
      next_line();
    for (const Piece& piece : word) add_piece(piece);
  }

  void add_piece(Piece piece) {
    const Face& face = face_of(piece.code);
    if (x_ > 0 && piece.after_space && !follows_run(piece)) leave(space_px_);
    while (text_width(face, piece.text) > width_ - x_) {
      const float room = width_ - x_;
      if (x_ > 0 && fitting_head(face, piece.text, room) == 0) {
        next_line();
        continue;
      }
      const std::size_t head = line_length(face, piece.text, room);
      if (head >= piece.text.size()) break;
      add_to_run(piece, piece.text.substr(0, head));
      piece.text.remove_prefix(head);
      next_line();
    }
    add_to_run(piece, piece.text);
  }

  /// Whether it is drawn together with what is before it, and the space in between.
  [[nodiscard]] bool follows_run(const Piece& piece) const {
    const char* const end = run_.data() + run_.size();
    return !run_.empty() && run_code_ == piece.code &&
           piece.text.data() == end + (piece.after_space ? 1 : 0);
  }

  void add_to_run(const Piece& piece, std::string_view text) {
    if (follows_run(piece)) {
      run_ = {run_.data(), static_cast<std::size_t>(text.data() + text.size() - run_.data())};
    } else {
      end_run();
      run_ = text;
      run_code_ = piece.code;
      run_x_ = x_;
    }
    x_ = run_x_ + text_width(face_of(run_code_), run_);
  }

  void leave(float space_px) {
    end_run();
    x_ += space_px;
  }

  /// Draws it; what follows begins at a whole pixel, to not touch it.
  void end_run() {
    if (run_.empty()) return;
    const float shift = run_code_ ? code_shift_px_ : 0;
    if (list_ != nullptr) {
      draw_text(*list_, face_of(run_code_), {at_.x + run_x_, at_.y + y_ + shift}, color_, run_);
    }
    x_ = std::ceil(x_);
    run_ = {};
  }

  void next_line() {
    end_run();
    widest_ = std::max(widest_, x_);
    x_ = 0;
    y_ += words_.size_px;
  }

  ImDrawList* list_;
  const Face& words_;
  const Face& code_;
  ImVec2 at_;
  float width_;
  ImU32 color_;
  float space_px_, code_shift_px_;
  float x_ = 0, y_ = 0, widest_ = 0;
  std::string_view run_;  // not drawn yet: what is in one face on a line
  bool run_code_ = false;
  float run_x_ = 0;
};

/// Words in a script from right to left are ordered as a whole.
bool is_reordered(std::string_view text) {
  return DrawingOrder(text).text().data() != text.data();
}

}  // namespace

float widest_line(const Face& face, std::string_view text) {
  float widest = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    widest = std::max(widest, text_width(face, line));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return widest;
}

float draw_sentence(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width,
                    ImU32 color, std::string_view text) {
  const auto& [marked, pieces] = known(text);
  if (marked.code.empty() || is_reordered(marked.text))
    return draw_text_wrapped(list, face, at, width, color, marked.text);
  SentenceLines lines(list, ui, face, at, width, color);
  lines.add(pieces);
  return lines.height();
}

float draw_sentence_fitted(ImDrawList& list, const Ui& ui, const Face& face, ImVec2 at, float width,
                           ImU32 color, std::string_view text) {
  const float whole = sentence_width(ui, face, text);
  if (whole > width || text.find('\n') != std::string_view::npos)
    return draw_text_fitted(list, face, at, width, color, known(text).marked.text);
  draw_sentence(&list, ui, face, at, FLT_MAX, color, text);
  return whole;
}

float sentence_width(const Ui& ui, const Face& face, std::string_view text) {
  const auto& [marked, pieces] = known(text);
  if (marked.code.empty() || is_reordered(marked.text)) return widest_line(face, marked.text);
  SentenceLines lines(nullptr, ui, face, {}, FLT_MAX, 0);
  lines.add(pieces);
  return lines.widest();
}

}  // namespace lanescope

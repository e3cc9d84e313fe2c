#include "core/view/colors/path_words.h"

#include <string>

#include <doctest/doctest.h>

#include "core/analysis/idle/words.h"

namespace lanescope {

TEST_CASE("what the path does not tell apart says which classes of idle time it is") {
  const std::string title(path_class_title(PathClass::Untraced));
  const std::string meaning(path_class_meaning(PathClass::Untraced));
  for (const IdleClass part : {IdleClass::AnnotationOnly, IdleClass::Untraced}) {
    const std::string of_idle(idle_class_title(part));
    CAPTURE(of_idle);
    CHECK(title != of_idle);
    CHECK(meaning.find(of_idle) != std::string::npos);
  }
}

}  // namespace lanescope

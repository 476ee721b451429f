#include "engine/view.h"

namespace rondel::engine {

std::string why(const View& view) {
  std::string text = to_string(view.cause);
  for (const Cause& cause : view.further) text += "; " + to_string(cause);
  return text;
}

}  // namespace rondel::engine

#include "config/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rondel::config {

std::string to_string(const Problem& problem) {
  std::string line = problem.file;
  if (problem.line > 0) line += fmt::format(":{}", problem.line);
  if (!line.empty()) line += ": ";
  if (!problem.fatal) line += "warning: ";
  if (!problem.key.empty()) line += problem.key + ": ";
  return line + problem.text;
}

void Report::error(const Place& place, std::string key, std::string text) {
  failed_ = true;
  add({true, place.file, place.line, std::move(key), std::move(text)});
}

void Report::warn(const Place& place, std::string key, std::string text) {
  add({false, place.file, place.line, std::move(key), std::move(text)});
}

void Report::add(Problem problem) {
  if (problems_.size() < problems_max) {
    problems_.push_back(std::move(problem));
  } else {
    ++left_out_;
  }
}

std::vector<Problem> Report::take() {
  std::map<std::string, std::size_t> rank;  // of files, by their first problem
  for (const Problem& problem : problems_) rank.try_emplace(problem.file, rank.size());
  std::ranges::stable_sort(problems_, [&](const Problem& a, const Problem& b) {
    return std::pair{rank[a.file], a.line} < std::pair{rank[b.file], b.line};
  });
  if (left_out_ > 0) {
    problems_.push_back({failed_, problems_.back().file, 0, "", fmt::format("{} more problems", left_out_)});
  }
  return std::exchange(problems_, {});
}

}  // namespace rondel::config

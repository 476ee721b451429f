// Runs a fuzz target over a corpus without a fuzzer: every file as it is, cut short, and with seeded damage. So each
// check meets each decoder with bad input, the same on every machine; hunting for new inputs is libFuzzer's.
//
//   replay_ring tests/data/corpus/ring
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t cuts = 64;
constexpr std::size_t edits = 128;

// An exact copy on the heap, so that a sanitizer sees a read behind the end.
void run(const Input& input) {
  const Input exact(input.begin(), input.end());
  static_cast<void>(LLVMFuzzerTestOneInput(exact.data(), exact.size()));
}

void run_cut(const Input& input) {
  for (std::size_t i = 0; i < std::min(cuts, input.size()); ++i) {
    // Headers are where the cuts matter, so half of them are in the first bytes.
    const std::size_t size = i < cuts / 2 ? i : input.size() * i / cuts;
    run(Input(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(std::min(size, input.size()))));
  }
}

void run_damaged(const Input& input, rondel::Pcg32& random) {
  constexpr std::uint8_t extremes[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
  for (std::size_t i = 0; i < edits && !input.empty(); ++i) {
    Input damaged = input;
    for (std::uint32_t changes = random.between(1, 3); changes > 0; --changes) {
      const std::uint32_t reach = static_cast<std::uint32_t>(damaged.size());
      const std::uint32_t place = random.below(random.below(2) == 0 ? reach : std::min(reach, 96U));
      const bool extreme = random.below(2) == 0;
      damaged[place] = extreme ? extremes[random.below(5)] : static_cast<std::uint8_t>(random.below(256));
    }
    run(damaged);
  }
}

std::vector<std::filesystem::path> files_in(const char* directory) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator{directory, failed}) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const std::filesystem::path& path : files_in(argv[i])) {
      std::ifstream file{path, std::ios::binary};
      const Input input{std::istreambuf_iterator<char>{file}, {}};
      // The last line of a failed run names the file that it failed on.
      std::printf("%s: %zu bytes\n", path.filename().c_str(), input.size());
      std::fflush(stdout);
      run(input);
      run_cut(input);
      rondel::Pcg32 random{++count};
      run_damaged(input, random);
    }
  }
  if (count == 0) std::fprintf(stderr, "no corpus: name directories with files\n");
  return count == 0 ? 1 : 0;
}

// Any bytes behind a join or a commit token: never a crash, and what is a trailer is written to one that reads the
// same.
#include <cstdint>
#include <span>

#include "base/ensure.h"
#include "wire/trailer.h"

using namespace rondel;

namespace {

template <typename Trailer, typename Read>
void check(Bytes bytes, Read read) {
  const std::optional<Trailer> trailer = read(Reader{bytes});
  if (!trailer) return;
  Writer writer;
  wire::write_trailer(writer, *trailer);
  ENSURE(read(Reader{writer.view()}) == trailer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes = std::as_bytes(std::span{data, size});
  check<engine::CommitToken::Trailer>(bytes, wire::read_commit_trailer);
  check<engine::Join::Trailer>(bytes, wire::read_join_trailer);
  const auto join = wire::read_join_trailer(Reader{bytes});
  if (!join) return 0;
  ENSURE(join->version.size() <= wire::version_bytes_max);
  for (const char letter : join->version) ENSURE(letter >= ' ' && letter <= '~');
  return 0;
}

// Trailers: what a node of ours adds behind a join, a commit token or at times a merge detect, where corosync doesn't
// look (protocol.md 1).
//
//   trailer = "RNDL", size u16, protobuf (extension.proto) of that size, anything (ignored)
//
// The size is little-endian whatever the message's order. A commit token's {capabilities: 5, marks: 2}:
//
//   524e444c 0400 08051002
#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "engine/message.h"

namespace rondel::wire {

// Longest software version that is taken from a trailer; it must be printable ASCII.
inline constexpr std::size_t version_bytes_max = 64;

// What follows a message, or nothing if it is not a whole trailer: bytes of somebody else are no error.
[[nodiscard]] std::optional<engine::Join::Trailer> read_join_trailer(Reader);
[[nodiscard]] std::optional<engine::CommitToken::Trailer> read_commit_trailer(Reader);

// The version is cut at version_bytes_max.
void write_trailer(Writer&, const engine::Join::Trailer&);
// Behind a merge detect: a join's trailer with nothing but these.
void write_reports(Writer&, const std::vector<engine::Report>&);
void write_trailer(Writer&, const engine::CommitToken::Trailer&);

}  // namespace rondel::wire

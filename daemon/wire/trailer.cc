#include "wire/trailer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ensure.h"
#include "extension.pb.h"
#include "wire/parts.h"
#include "wire/reports.h"

namespace rondel::wire {
namespace {

constexpr std::array<std::byte, 4> trailer_magic{std::byte{'R'}, std::byte{'N'}, std::byte{'D'}, std::byte{'L'}};

// It will stand in logs and tables.
bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char letter) { return letter >= ' ' && letter <= '~'; });
}

std::uint32_t silence_ms(Duration silence) {
  const auto count = std::chrono::duration_cast<std::chrono::milliseconds>(silence).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, UINT32_MAX));
}

// A cause of a kind that only a later release knows is left out.
std::vector<engine::Cause> unpack(const google::protobuf::RepeatedPtrField<proto::JoinTrailer::Cause>& from) {
  std::vector<engine::Cause> causes;
  for (const proto::JoinTrailer::Cause& cause : from) {
    const std::optional<engine::Cause::Kind> kind = engine::cause_kind(cause.kind());
    if (!kind || causes.size() == engine::causes_max) continue;
    causes.push_back({.kind = *kind,
                      .node = NodeId{cause.node()},
                      .silence = std::chrono::milliseconds{cause.silence_ms()},
                      .told_by = NodeId{cause.told_by()}});
  }
  return causes;
}

template <typename Proto>
std::optional<Proto> read(Reader reader) {
  const Bytes mark = reader.bytes(trailer_magic.size());
  const std::uint16_t size = reader.u16(std::endian::little);
  const Bytes body = reader.bytes(size);
  if (!reader.ok() || !std::equal(mark.begin(), mark.end(), trailer_magic.begin())) return std::nullopt;
  Proto proto;
  if (!proto.ParseFromArray(body.data(), static_cast<int>(body.size()))) return std::nullopt;
  return proto;
}

template <typename Proto>
void write(Writer& writer, const Proto& proto) {
  const std::string body = proto.SerializeAsString();
  ENSURE(body.size() <= UINT16_MAX);
  writer.bytes(trailer_magic);
  writer.u16(static_cast<std::uint16_t>(body.size()), std::endian::little);
  writer.bytes(std::as_bytes(std::span{body}));
}

}  // namespace

std::optional<engine::Join::Trailer> read_join_trailer(Reader reader) {
  const std::optional<proto::JoinTrailer> proto = read<proto::JoinTrailer>(reader);
  if (!proto || proto->version().size() > version_bytes_max || !is_printable(proto->version())) return std::nullopt;
  std::optional<std::vector<engine::Report>> reports = unpack(proto->hearing());
  if (!reports || static_cast<std::size_t>(proto->apart_size()) > engine::members_max) return std::nullopt;
  engine::Join::Trailer trailer{.version = proto->version(),
                                .capabilities = {proto->capabilities()},
                                .reports = std::move(*reports),
                                .apart = {},
                                .causes = unpack(proto->causes())};
  for (const std::uint32_t node : proto->apart()) trailer.apart.push_back(NodeId{node});
  return trailer;
}

std::optional<engine::CommitToken::Trailer> read_commit_trailer(Reader reader) {
  const std::optional<proto::CommitTrailer> proto = read<proto::CommitTrailer>(reader);
  if (!proto) return std::nullopt;
  return engine::CommitToken::Trailer{.capabilities = {proto->capabilities()}, .marks = proto->marks()};
}

void write_trailer(Writer& writer, const engine::Join::Trailer& trailer) {
  proto::JoinTrailer proto;
  proto.set_version(trailer.version.substr(0, version_bytes_max));
  proto.set_capabilities(trailer.capabilities.bits);
  if (!trailer.reports.empty()) pack(trailer.reports, *proto.mutable_hearing());
  for (const NodeId node : trailer.apart) proto.add_apart(node.value);
  for (const engine::Cause& cause : trailer.causes) {
    proto::JoinTrailer::Cause& to = *proto.add_causes();
    to.set_kind(engine::to_string(cause.kind));
    to.set_node(cause.node.value);
    to.set_silence_ms(silence_ms(cause.silence));
    to.set_told_by(cause.told_by.value);
  }
  write(writer, proto);
}

void write_reports(Writer& writer, const std::vector<engine::Report>& reports) {
  proto::JoinTrailer proto;
  pack(reports, *proto.mutable_hearing());
  write(writer, proto);
}

void write_trailer(Writer& writer, const engine::CommitToken::Trailer& trailer) {
  proto::CommitTrailer proto;
  proto.set_capabilities(trailer.capabilities.bits);
  proto.set_marks(trailer.marks);
  write(writer, proto);
}

}  // namespace rondel::wire

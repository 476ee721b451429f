// Surroundings: what loading a configuration needs from the machine, as an interface, so that tests and the fuzzer
// decide which files exist, what a name resolves to and who this machine is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace rondel::config {

enum class Family : std::uint8_t { any, ipv4, ipv6 };

struct Address {
  Family family = Family::ipv4;  // never any
  std::string text;              // numeric
  bool operator==(const Address&) const = default;
};

class Surroundings {
 public:
  virtual ~Surroundings() = default;
  // At most `bytes_max` bytes of a file. The error is the reason alone: "No such file or directory".
  [[nodiscard]] virtual Result<std::string> read_file(const std::string& path, std::size_t bytes_max) = 0;
  // Paths of the regular files in a directory; none if there is no such directory.
  [[nodiscard]] virtual std::vector<std::string> list_files(const std::string& directory) = 0;
  // In the resolver's order; empty if the name means nothing.
  [[nodiscard]] virtual std::vector<Address> resolve(const std::string& name, Family family) = 0;
  [[nodiscard]] virtual std::string host_name() = 0;
  // Of all interfaces of this machine, in the system's order.
  [[nodiscard]] virtual std::vector<Address> local_addresses() = 0;
  // The name of an address, if it has one. May block on a name server.
  [[nodiscard]] virtual std::optional<std::string> name_of(const Address& address) = 0;
  [[nodiscard]] virtual std::optional<std::uint32_t> user_id(const std::string& name) = 0;
  [[nodiscard]] virtual std::optional<std::uint32_t> group_id(const std::string& name) = 0;
};

// The machine itself.
class SystemSurroundings final : public Surroundings {
 public:
  [[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t bytes_max) override;
  [[nodiscard]] std::vector<std::string> list_files(const std::string& directory) override;
  [[nodiscard]] std::vector<Address> resolve(const std::string& name, Family family) override;
  [[nodiscard]] std::string host_name() override;
  [[nodiscard]] std::vector<Address> local_addresses() override;
  [[nodiscard]] std::optional<std::string> name_of(const Address& address) override;
  [[nodiscard]] std::optional<std::uint32_t> user_id(const std::string& name) override;
  [[nodiscard]] std::optional<std::uint32_t> group_id(const std::string& name) override;
};

}  // namespace rondel::config

// The machine behind Surroundings: files, resolver, interfaces, user database.
#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/unique_fd.h"
#include "config/surroundings.h"

namespace rondel::config {
namespace {

[[nodiscard]] socklen_t size_of(const sockaddr& address) {
  return address.sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
}

[[nodiscard]] std::optional<Address> to_address(const sockaddr* address) {
  if (address == nullptr || (address->sa_family != AF_INET && address->sa_family != AF_INET6)) return std::nullopt;
  std::array<char, NI_MAXHOST> text{};
  if (getnameinfo(address, size_of(*address), text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) {
    return std::nullopt;
  }
  return Address{address->sa_family == AF_INET6 ? Family::ipv6 : Family::ipv4, text.data()};
}

[[nodiscard]] int system_family(Family family) {
  if (family == Family::ipv4) return AF_INET;
  return family == Family::ipv6 ? AF_INET6 : AF_UNSPEC;
}

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

[[nodiscard]] AddressList look_up(const std::string& name, Family family, int flags) {
  addrinfo hints{};
  hints.ai_family = system_family(family);
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_protocol = IPPROTO_UDP;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0) found = nullptr;
  return {found, freeaddrinfo};
}

// An entry of the user or group database; its strings need memory of a size that only the call itself tells.
template <typename Record, typename Lookup>
[[nodiscard]] bool find_record(Record& record, std::vector<char>& memory, Lookup lookup) {
  constexpr std::size_t memory_bytes_max = 16UL * 1024 * 1024;
  for (memory.resize(1024); memory.size() <= memory_bytes_max; memory.resize(memory.size() * 2)) {
    Record* found = nullptr;
    const int failure = lookup(&record, memory.data(), memory.size(), &found);
    if (failure != ERANGE) return found != nullptr;
  }
  return false;
}

}  // namespace

Result<std::string> SystemSurroundings::read_file(const std::string& path, std::size_t bytes_max) {
  // Not blocking: opening a pipe that nobody writes to must not hold up a reload.
  const UniqueFd file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file) return Error{std::strerror(errno)};
  std::string text(bytes_max, '\0');
  std::size_t size = 0;
  while (size < bytes_max) {
    const ssize_t count = read(file.get(), text.data() + size, bytes_max - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error{std::strerror(errno)};
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

std::vector<std::string> SystemSurroundings::list_files(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry{directory, failure}, end; !failure && entry != end;
       entry.increment(failure)) {
    std::error_code unknown;
    if (entry->is_regular_file(unknown)) files.push_back(entry->path().string());
  }
  std::ranges::sort(files);  // the directory's own order is nobody's wish
  return files;
}

std::vector<Address> SystemSurroundings::resolve(const std::string& name, Family family) {
  std::vector<Address> addresses;
  const AddressList list = look_up(name, family, 0);
  for (const addrinfo* one = list.get(); one != nullptr; one = one->ai_next) {
    if (const std::optional<Address> address = to_address(one->ai_addr)) addresses.push_back(*address);
  }
  return addresses;
}

std::string SystemSurroundings::host_name() {
  utsname names{};
  return uname(&names) == 0 ? names.nodename : "";
}

std::vector<Address> SystemSurroundings::local_addresses() {
  std::vector<Address> addresses;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return addresses;
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    if (const std::optional<Address> address = to_address(one->ifa_addr)) addresses.push_back(*address);
  }
  freeifaddrs(list);
  return addresses;
}

std::optional<std::string> SystemSurroundings::name_of(const Address& address) {
  const AddressList list = look_up(address.text, address.family, AI_NUMERICHOST);
  if (list == nullptr) return std::nullopt;
  std::array<char, NI_MAXHOST> name{};
  if (getnameinfo(list->ai_addr, list->ai_addrlen, name.data(), name.size(), nullptr, 0, NI_NAMEREQD) != 0) {
    return std::nullopt;
  }
  return name.data();
}

std::optional<std::uint32_t> SystemSurroundings::user_id(const std::string& name) {
  passwd record{};
  std::vector<char> memory;
  const bool found = find_record(record, memory, [&](passwd* to, char* text, std::size_t size, passwd** result) {
    return getpwnam_r(name.c_str(), to, text, size, result);
  });
  return found ? std::optional<std::uint32_t>{record.pw_uid} : std::nullopt;
}

std::optional<std::uint32_t> SystemSurroundings::group_id(const std::string& name) {
  group record{};
  std::vector<char> memory;
  const bool found = find_record(record, memory, [&](group* to, char* text, std::size_t size, group** result) {
    return getgrnam_r(name.c_str(), to, text, size, result);
  });
  return found ? std::optional<std::uint32_t>{record.gr_gid} : std::nullopt;
}

}  // namespace rondel::config

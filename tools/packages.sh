# Debian 12's packages that the tools need, and installing them. Sourced by demo and check.

build_packages=(g++ meson ninja-build pkg-config cmake protobuf-compiler libprotobuf-dev libfmt-dev libexpected-dev
  libcli11-dev libqb-dev libknet-dev libsystemd-dev)
test_packages=(doctest-dev git python3 iproute2 iptables nftables procps clang)
# Only some tests want them; without them they are skipped and say so.
interop_packages=(corosync libcpg-dev)

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
  done
}

# Installs what is missing if that is possible, else says what to do and fails.
install_missing() {
  if ! command -v dpkg-query >/dev/null; then
    printf 'This is no Debian: assuming that these, or what they are called here, are installed:\n  %s\n' "$*"
    return 0
  fi
  local missing
  missing=$(missing_packages "$@" | tr '\n' ' ')
  if [[ -z $missing ]]; then
    echo "All there."
    return 0
  fi
  if ((EUID != 0)); then
    printf 'Missing: %s\nInstall them first: apt-get update && apt-get install %s\n' "$missing" "$missing" >&2
    return 1
  fi
  echo "Installing: $missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086 # one word a package
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

// libknet's C interface: its header doesn't say extern "C" itself, and what it includes must not be inside.
#pragma once

#include <limits.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

extern "C" {
#include <libknet.h>
}

// Exit codes: corosync's numbers, which service managers and scripts know (config.md 9.5). rondeld(8) lists them.
#pragma once

namespace rondel::exit_code {

inline constexpr int normal = 0;
inline constexpr int option = 1;            // wrong on the command line
inline constexpr int fork = 4;              // can't go to the background
inline constexpr int logging = 7;           // can't log as the configuration says
inline constexpr int configuration = 8;     // the file is missing or wrong
inline constexpr int services = 13;         // can't serve clients
inline constexpr int ring = 15;             // can't open the links
inline constexpr int state_directory = 16;  // can't be used
inline constexpr int pid_file = 17;         // can't be written
inline constexpr int already_running = 18;
inline constexpr int streams = 19;      // no /dev/null
inline constexpr int ring_number = 21;  // can't be made durable
inline constexpr int told_to = 255;     // another member asked for it

}  // namespace rondel::exit_code

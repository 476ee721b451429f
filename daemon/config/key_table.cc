// The table itself, in the order of config.md 2. A row is a sentence: where, what, which values, and what for.
#include "config/keys.h"

namespace rondel::config {
namespace {

constexpr auto millis = Unit::milliseconds;
constexpr auto missing = Effect::missing;
constexpr auto unused = Effect::unused;
constexpr auto restart = Reload::restart;
constexpr std::string_view yes_no = "yes no";
constexpr std::string_view on_off = "on off";
constexpr std::string_view switches = "yes on no off";
constexpr std::string_view priorities = "alert crit debug emerg err error info notice warning";
constexpr std::string_view facilities =
    "auth authpriv cron daemon ftp kern lpr mail news syslog user uucp local0 local1 local2 local3 local4 local5 "
    "local6 local7";

constexpr KeySpec key_table[] = {
    // clang-format off
    {.section = "totem", .name = "version", .type = Type::u32, .low = 2, .high = 2, .reload = restart, .help = "version of the file's format; must be 2"},
    {.section = "totem", .name = "cluster_name", .reload = restart, .help = "name of the cluster, for other software"},
    {.section = "totem", .name = "cluster_uuid", .reload = restart, .effect = unused, .help = "identity of the cluster, for other software"},
    {.section = "totem", .name = "transport", .type = Type::word, .initial = "knet", .words = "knet udpu udp", .reload = restart, .help = "only knet is supported"},
    {.section = "totem", .name = "config_version", .type = Type::u64, .initial = "0", .help = "nodes with different versions are told apart when they meet"},
    {.section = "totem", .name = "ip_version", .type = Type::word, .initial = "ipv6-4", .words = "ipv4 ipv6 ipv6-4 ipv4-6", .reload = restart, .help = "families that names are resolved to, the preferred one first"},
    {.section = "totem", .name = "link_mode", .type = Type::word, .initial = "passive", .words = "passive active rr", .reload = restart, .help = "use the best link, all links, or one after the other"},
    {.section = "totem", .name = "nodeid", .type = Type::u32, .reload = restart, .effect = unused, .help = "ignored: the nodelist has the node ids"},
    {.section = "totem", .name = "clear_node_high_bit", .initial = "no", .reload = restart, .effect = unused, .help = "for generated node ids, which knet has none of"},
    {.section = "totem", .name = "secauth", .type = Type::word, .initial = "off", .words = on_off, .check = Check::lenient, .help = "on: crypto_cipher aes256 and crypto_hash sha256 unless given"},
    {.section = "totem", .name = "crypto_model", .type = Type::word, .initial = "nss", .words = "nss openssl", .help = "library that encrypts"},
    {.section = "totem", .name = "crypto_cipher", .type = Type::word, .initial = "none", .words = "none aes256 aes192 aes128", .help = "encryption of the traffic; needs a crypto_hash"},
    {.section = "totem", .name = "crypto_hash", .type = Type::word, .initial = "none", .words = "none md5 sha1 sha256 sha384 sha512", .help = "authentication of the traffic"},
    {.section = "totem", .name = "keyfile", .initial = "/etc/corosync/authkey", .help = "file with the secret key, 128 to 4096 bytes"},
    {.section = "totem", .name = "key", .help = "the secret key itself, if there is no keyfile"},
    {.section = "totem", .name = "threads", .type = Type::u32, .initial = "0", .reload = restart, .effect = unused, .help = "without effect"},
    {.section = "totem", .name = "netmtu", .type = Type::u32, .initial = "65536", .low = 600, .high = 65536, .zero_is_initial = true, .unit = Unit::bytes, .check = Check::capped, .reload = restart, .help = "largest packet; longer messages travel in pieces"},
    {.section = "totem", .name = "token", .type = Type::u32, .initial = "3000", .low = 30, .zero_is_initial = true, .unit = millis, .check = Check::derived, .help = "silence after which a node counts as lost, for two nodes"},
    {.section = "totem", .name = "token_coefficient", .type = Type::u32, .initial = "650", .unit = millis, .help = "added to token for every node beyond two"},
    {.section = "totem", .name = "token_warning", .type = Type::u32, .initial = "75", .high = 100, .unit = Unit::percent, .effect = missing, .help = "part of token after which a silence is logged"},
    {.section = "totem", .name = "token_retransmit", .type = Type::u32, .low = 30, .zero_is_initial = true, .unit = millis, .help = "the token is sent again after this; from token if not given"},
    {.section = "totem", .name = "token_retransmits_before_loss_const", .type = Type::u32, .initial = "4", .zero_is_initial = true, .help = "how often the token is sent again within token"},
    {.section = "totem", .name = "hold", .type = Type::u32, .low = 14, .zero_is_initial = true, .unit = millis, .help = "how long an idle ring keeps the token; from token_retransmit if not given"},
    {.section = "totem", .name = "join", .type = Type::u32, .initial = "50", .low = 30, .zero_is_initial = true, .unit = millis, .help = "time between two joins while a membership is formed"},
    {.section = "totem", .name = "send_join", .type = Type::u32, .initial = "0", .unit = millis, .help = "upper bound of a random delay before a join"},
    {.section = "totem", .name = "consensus", .type = Type::u32, .low = 30, .zero_is_initial = true, .unit = millis, .help = "time to agree on a membership; 1.2 times token if not given"},
    {.section = "totem", .name = "merge", .type = Type::u32, .initial = "200", .low = 30, .zero_is_initial = true, .unit = millis, .help = "an idle ring looks for others after this"},
    {.section = "totem", .name = "downcheck", .type = Type::u32, .initial = "1000", .low = 30, .zero_is_initial = true, .unit = millis, .effect = unused, .help = "for the transports udp and udpu"},
    {.section = "totem", .name = "fail_recv_const", .type = Type::u32, .initial = "2500", .zero_is_initial = true, .unit = Unit::visits, .help = "visits of the token without progress before a node counts as failed to receive"},
    {.section = "totem", .name = "seqno_unchanged_const", .type = Type::u32, .initial = "30", .zero_is_initial = true, .unit = Unit::visits, .help = "visits of the token without a message before it is held"},
    {.section = "totem", .name = "heartbeat_failures_allowed", .type = Type::u32, .initial = "0", .effect = missing, .help = "0: off"},
    {.section = "totem", .name = "max_network_delay", .type = Type::u32, .initial = "50", .low = 30, .zero_is_initial = true, .unit = millis, .effect = unused, .help = "for heartbeat_failures_allowed"},
    {.section = "totem", .name = "window_size", .type = Type::u32, .initial = "50", .zero_is_initial = true, .unit = Unit::frames, .help = "frames of all nodes in one rotation of the token"},
    {.section = "totem", .name = "max_messages", .type = Type::u32, .initial = "17", .zero_is_initial = true, .unit = Unit::frames, .help = "frames of one node in one rotation of the token"},
    {.section = "totem", .name = "miss_count_const", .type = Type::u32, .initial = "5", .zero_is_initial = true, .unit = Unit::visits, .help = "visits of the token before a missing frame is asked for"},
    {.section = "totem", .name = "knet_pmtud_interval", .type = Type::u32, .initial = "30", .low = 1, .high = 86400, .zero_is_initial = true, .unit = Unit::seconds, .check = Check::capped, .help = "how often the mtu of each path is measured"},
    {.section = "totem", .name = "knet_mtu", .type = Type::u32, .initial = "0", .high = 65535, .unit = Unit::bytes, .check = Check::capped, .help = "mtu of all paths; 0: measured"},
    {.section = "totem", .name = "knet_compression_model", .type = Type::word, .words = "zlib lz4 lz4hc lzo2 lzma bzip2 zstd", .help = "compression of the traffic; not given: none"},
    {.section = "totem", .name = "knet_compression_threshold", .type = Type::u32, .initial = "0", .unit = Unit::bytes, .help = "only longer packets are compressed; 0: the library's default, 1: all"},
    {.section = "totem", .name = "knet_compression_level", .type = Type::i32, .initial = "0", .help = "passed to the compression library"},
    {.section = "totem", .name = "block_unlisted_ips", .type = Type::word, .initial = "yes", .words = yes_no, .check = Check::lenient, .help = "drop packets from addresses that are not in the nodelist"},
    {.section = "totem", .name = "cancel_token_hold_on_retransmit", .type = Type::word, .initial = "no", .words = yes_no, .check = Check::lenient, .help = "a held token goes on when frames are missing"},
    {.section = "totem", .name = "ip_dscp", .initial = "0", .reload = restart, .effect = missing, .help = "mark of the traffic for quality of service"},
    {.section = "totem", .name = "rrp_mode", .reload = restart, .effect = unused, .help = "left over from corosync 2"},
    {.section = "totem", .name = "rrp_problem_count_timeout", .type = Type::u32, .reload = restart, .effect = unused, .help = "left over from corosync 2"},
    {.section = "totem", .name = "rrp_problem_count_threshold", .type = Type::u32, .reload = restart, .effect = unused, .help = "left over from corosync 2"},
    {.section = "totem", .name = "rrp_problem_count_mcast_threshold", .type = Type::u32, .reload = restart, .effect = unused, .help = "left over from corosync 2"},
    {.section = "totem", .name = "rrp_token_expired_timeout", .type = Type::u32, .reload = restart, .effect = unused, .help = "left over from corosync 2"},
    {.section = "totem", .name = "rrp_autorecovery_check_timeout", .type = Type::u32, .reload = restart, .effect = unused, .help = "left over from corosync 2"},

    {.section = "totem.interface", .name = "linknumber", .type = Type::u8, .initial = "0", .high = 7, .help = "the link that the section is about"},
    {.section = "totem.interface", .name = "ringnumber", .effect = unused, .help = "left over from corosync 2: linknumber counts"},
    {.section = "totem.interface", .name = "bindnetaddr", .reload = restart, .effect = unused, .help = "ignored: the nodelist has the addresses"},
    {.section = "totem.interface", .name = "mcastaddr", .reload = restart, .effect = unused, .help = "for the transport udp"},
    {.section = "totem.interface", .name = "mcastport", .type = Type::u16, .zero_is_initial = true, .reload = Reload::new_links, .help = "port of the link, equal on all nodes; 5405 + linknumber if not given"},
    {.section = "totem.interface", .name = "broadcast", .reload = restart, .effect = unused, .help = "for the transport udp"},
    {.section = "totem.interface", .name = "ttl", .type = Type::u8, .initial = "1", .reload = Reload::new_links, .help = "for the transport udp; must be 1 with knet"},
    {.section = "totem.interface", .name = "knet_transport", .type = Type::word, .initial = "udp", .words = "udp sctp", .reload = Reload::new_links, .help = "protocol of the link"},
    {.section = "totem.interface", .name = "knet_link_priority", .type = Type::u8, .initial = "1", .zero_is_initial = true, .help = "in mode passive the link with the highest priority is used"},
    {.section = "totem.interface", .name = "knet_ping_interval", .type = Type::u32, .zero_is_initial = true, .unit = millis, .help = "time between two pings; from token if not given"},
    {.section = "totem.interface", .name = "knet_ping_timeout", .type = Type::u32, .zero_is_initial = true, .unit = millis, .help = "a link without an answer for this long is down; from token if not given"},
    {.section = "totem.interface", .name = "knet_ping_precision", .type = Type::u32, .initial = "2048", .zero_is_initial = true, .help = "how many values the latency is averaged over"},
    {.section = "totem.interface", .name = "knet_pong_count", .type = Type::u32, .initial = "2", .low = 1, .high = 255, .zero_is_initial = true, .check = Check::capped, .help = "answers before a link is up again"},
    {.section = "totem.interface.member", .name = "memberaddr", .effect = unused, .help = "ignored: the nodelist has the addresses"},

    {.section = "nodelist.node", .name = "ring0_addr", .help = "name or address of the node on link 0"},
    {.section = "nodelist.node", .name = "ring1_addr", .help = "name or address of the node on link 1"},
    {.section = "nodelist.node", .name = "ring2_addr", .help = "name or address of the node on link 2"},
    {.section = "nodelist.node", .name = "ring3_addr", .help = "name or address of the node on link 3"},
    {.section = "nodelist.node", .name = "ring4_addr", .help = "name or address of the node on link 4"},
    {.section = "nodelist.node", .name = "ring5_addr", .help = "name or address of the node on link 5"},
    {.section = "nodelist.node", .name = "ring6_addr", .help = "name or address of the node on link 6"},
    {.section = "nodelist.node", .name = "ring7_addr", .help = "name or address of the node on link 7"},
    {.section = "nodelist.node", .name = "name", .help = "name of the node; needed with more than one link"},
    {.section = "nodelist.node", .name = "nodeid", .type = Type::u32, .low = 1, .high = 65535, .zero_is_initial = true, .help = "number of the node, different for each"},
    {.section = "nodelist.node", .name = "quorum_votes", .type = Type::u32, .initial = "1", .effect = unused, .help = "votes of the node"},

    {.section = "quorum", .name = "provider", .reload = restart, .help = "who counts the votes"},
    {.section = "quorum", .name = "expected_votes", .type = Type::u32, .help = "votes of all nodes; their sum if not given"},
    {.section = "quorum", .name = "votes", .type = Type::u32, .initial = "1", .help = "own votes without a nodelist"},
    {.section = "quorum", .name = "two_node", .type = Type::u8, .initial = "0", .help = "one of two nodes is enough"},
    {.section = "quorum", .name = "wait_for_all", .type = Type::u8, .reload = restart, .help = "quorate only once all nodes were seen; as two_node if not given"},
    {.section = "quorum", .name = "last_man_standing", .type = Type::u8, .initial = "0", .reload = restart, .help = "expected votes follow nodes that fail one by one"},
    {.section = "quorum", .name = "last_man_standing_window", .type = Type::u32, .initial = "10000", .unit = millis, .reload = restart, .help = "time between such failures"},
    {.section = "quorum", .name = "auto_tie_breaker", .type = Type::u8, .initial = "0", .reload = restart, .help = "one half of an even split goes on"},
    {.section = "quorum", .name = "auto_tie_breaker_node", .initial = "lowest", .reload = restart, .help = "lowest, highest or a list of node ids"},
    {.section = "quorum", .name = "allow_downscale", .type = Type::u8, .initial = "0", .reload = restart, .help = "expected votes follow nodes that leave"},
    {.section = "quorum", .name = "expected_votes_tracking", .type = Type::u8, .initial = "0", .reload = restart, .help = "the highest expected votes are remembered"},
    {.section = "quorum", .name = "leaving_timeout", .type = Type::u32, .reload = restart, .effect = unused, .help = "without effect"},
    {.section = "quorum.device", .name = "model", .help = "kind of the quorum device"},
    {.section = "quorum.device", .name = "timeout", .type = Type::u32, .initial = "10000", .unit = millis, .help = "how long the device may be silent"},
    {.section = "quorum.device", .name = "sync_timeout", .type = Type::u32, .initial = "30000", .unit = millis, .help = "how long a membership change waits for the device"},
    {.section = "quorum.device", .name = "votes", .type = Type::u32, .help = "votes of the device; nodes - 1 if not given"},
    {.section = "quorum.device", .name = "master_wins", .type = Type::u8, .help = "for the device daemon"},

    {.section = "logging", .name = "to_stderr", .type = Type::word, .initial = "yes", .words = switches, .help = "log to standard error"},
    {.section = "logging", .name = "to_syslog", .type = Type::word, .initial = "yes", .words = switches, .help = "log to syslog"},
    {.section = "logging", .name = "to_logfile", .type = Type::word, .initial = "no", .words = switches, .help = "log to logfile"},
    {.section = "logging", .name = "to_file", .type = Type::word, .words = switches, .help = "obsolete name of to_logfile"},
    {.section = "logging", .name = "logfile", .help = "path of the log file"},
    {.section = "logging", .name = "logfile_priority", .type = Type::word, .initial = "info", .words = priorities, .help = "least important message for the file and for standard error"},
    {.section = "logging", .name = "syslog_facility", .type = Type::word, .initial = "daemon", .words = facilities, .help = "facility in syslog"},
    {.section = "logging", .name = "syslog_priority", .type = Type::word, .initial = "info", .words = priorities, .help = "least important message for syslog"},
    {.section = "logging", .name = "syslog_level", .type = Type::word, .words = priorities, .help = "obsolete name of syslog_priority"},
    {.section = "logging", .name = "debug", .type = Type::word, .initial = "off", .words = "off on trace", .help = "log debug messages, or trace messages too"},
    {.section = "logging", .name = "timestamp", .type = Type::word, .initial = "hires", .words = "off on hires", .help = "time on each line: none, seconds or milliseconds"},
    {.section = "logging", .name = "fileline", .type = Type::word, .initial = "off", .words = on_off, .help = "source file and line on each line"},
    {.section = "logging", .name = "function_name", .type = Type::word, .initial = "off", .words = on_off, .help = "function on each line"},
    {.section = "logging", .name = "blackbox", .type = Type::word, .initial = "on", .words = on_off, .help = "keep the last messages in memory"},
    {.section = "logging.logger_subsys", .name = "subsys", .help = "the subsystem that the section is about"},
    {.section = "logging.logger_subsys", .name = "to_stderr", .type = Type::word, .words = switches, .effect = unused, .help = "log to standard error"},
    {.section = "logging.logger_subsys", .name = "to_syslog", .type = Type::word, .words = switches, .effect = unused, .help = "log to syslog"},
    {.section = "logging.logger_subsys", .name = "to_logfile", .type = Type::word, .words = switches, .help = "log to logfile"},
    {.section = "logging.logger_subsys", .name = "to_file", .type = Type::word, .words = switches, .effect = unused, .help = "obsolete name of to_logfile"},
    {.section = "logging.logger_subsys", .name = "logfile", .help = "a log file of its own"},
    {.section = "logging.logger_subsys", .name = "logfile_priority", .type = Type::word, .words = priorities, .help = "least important message for the file and for standard error"},
    {.section = "logging.logger_subsys", .name = "syslog_facility", .type = Type::word, .words = facilities, .effect = unused, .help = "there is one facility for all"},
    {.section = "logging.logger_subsys", .name = "syslog_priority", .type = Type::word, .words = priorities, .help = "least important message for syslog"},
    {.section = "logging.logger_subsys", .name = "syslog_level", .type = Type::word, .words = priorities, .effect = unused, .help = "obsolete name of syslog_priority"},
    {.section = "logging.logger_subsys", .name = "debug", .type = Type::word, .words = "off on trace", .help = "debug or trace messages of this subsystem"},

    {.section = "uidgid", .name = "uid", .help = "user that may connect, name or number"},
    {.section = "uidgid", .name = "gid", .help = "group that may connect, name or number"},

    {.section = "system", .name = "qb_ipc_type", .type = Type::word, .initial = "native", .words = "native shm socket", .reload = restart, .help = "how clients are served"},
    {.section = "system", .name = "sched_rr", .type = Type::word, .initial = "yes", .words = yes_no, .reload = restart, .help = "run with the highest real time priority"},
    {.section = "system", .name = "priority", .reload = restart, .help = "nice value if sched_rr is no: max, min or a number"},
    {.section = "system", .name = "move_to_root_cgroup", .type = Type::word, .initial = "auto", .words = "yes no auto", .reload = restart, .help = "auto: only if real time priority is refused otherwise"},
    {.section = "system", .name = "allow_knet_handle_fallback", .type = Type::word, .initial = "no", .words = yes_no, .reload = restart, .help = "go on without privileges for large socket buffers"},
    {.section = "system", .name = "state_dir", .initial = "/var/lib/corosync", .reload = restart, .help = "where the ring number is kept"},
    {.section = "system", .name = "client_backlog_bytes_max", .type = Type::u64, .initial = "67108864", .low = 1048576, .zero_is_initial = true, .unit = Unit::bytes, .reload = restart, .help = "a client with more undelivered events is disconnected (rondel only)"},
    {.section = "system", .name = "trace_bytes_max", .type = Type::u64, .initial = "4194304", .high = 134217728, .unit = Unit::bytes, .reload = restart, .help = "memory of the flight recorder, 0: none (rondel only)"},

    {.section = "resources", .name = "watchdog_device", .help = "device of the watchdog"},
    {.section = "resources", .name = "watchdog_timeout", .type = Type::u32, .initial = "6", .unit = Unit::seconds, .help = "time after which the watchdog bites"},
    {.section = "resources.system", .name = "poll_period", .type = Type::u64, .unit = millis, .help = "time between two looks"},
    {.section = "resources.system.memory_used", .name = "poll_period", .type = Type::u64, .unit = millis, .help = "time between two looks"},
    {.section = "resources.system.memory_used", .name = "max", .help = "limit"},
    {.section = "resources.system.load_15min", .name = "poll_period", .type = Type::u64, .unit = millis, .help = "time between two looks"},
    {.section = "resources.system.load_15min", .name = "max", .help = "limit"},
    {.section = "resources.process", .name = "poll_period", .type = Type::u64, .unit = millis, .help = "time between two looks"},
    {.section = "resources.process.memory_used", .name = "poll_period", .type = Type::u64, .unit = millis, .help = "time between two looks"},

    {.section = "nozzle", .name = "name", .help = "name of the network device"},
    {.section = "nozzle", .name = "ipaddr", .help = "network address"},
    {.section = "nozzle", .name = "ipprefix", .help = "length of the network prefix"},
    {.section = "nozzle", .name = "macaddr", .initial = "54:54:01:00:00:00", .help = "hardware address"},
    {.section = "pload", .name = "count", .help = "for the load test"},
    {.section = "pload", .name = "size", .help = "for the load test"},
    {.section = "pload", .name = "start", .help = "for the load test"},
    // clang-format on
};

constexpr SectionSpec section_table[] = {
    {.path = "totem", .help = "the ring"},
    {.path = "totem.interface", .help = "one link"},
    {.path = "totem.interface.member", .effect = unused, .help = "left over from corosync 1"},
    {.path = "nodelist", .help = "the nodes of the cluster"},
    {.path = "nodelist.node", .open = true, .help = "one node"},
    {.path = "quorum", .effect = missing, .help = "counting of votes"},
    {.path = "quorum.device", .help = "a vote from outside"},
    {.path = "quorum.device.net", .open = true, .help = "for the device daemon"},
    {.path = "quorum.device.heuristics", .open = true, .help = "for the device daemon"},
    {.path = "logging", .help = "what is logged where"},
    {.path = "logging.logger_subsys", .help = "what one subsystem logs where"},
    {.path = "logging.logging_daemon", .open = true, .help = "what one daemon logs where; left over from corosync 1"},
    {.path = "uidgid", .help = "who may connect, besides root"},
    {.path = "system", .help = "how the process behaves"},
    {.path = "resources", .open = true, .effect = missing, .help = "watchdog and monitoring"},
    {.path = "nozzle", .effect = missing, .help = "a network device on top of the cluster"},
    {.path = "pload", .effect = missing, .help = "a load test"},
    {.path = "service", .open = true, .effect = unused, .help = "left over from corosync 1"},
    {.path = "amf", .open = true, .effect = unused, .help = "left over from corosync 1"},
    {.path = "aisexec", .open = true, .effect = unused, .help = "left over from corosync 1"},
    {.path = "event", .open = true, .effect = unused, .help = "left over from corosync 1"},
    {.path = "qdevice", .open = true, .effect = unused, .help = "left over from corosync 2"},
};

}  // namespace

std::span<const KeySpec> all_keys() { return key_table; }
std::span<const SectionSpec> all_sections() { return section_table; }

}  // namespace rondel::config

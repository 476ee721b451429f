"""The corosync.conf of the tests."""

_CONFIG = """
totem {{
{totem}}}
logging {{
  to_stderr: {to_stderr}
  to_logfile: {to_logfile}
  logfile: /var/log/corosync/corosync.log
  to_syslog: no
  timestamp: hires
}}
quorum {{
  provider: corosync_votequorum
}}
nodelist {{
{nodes}}}
"""
_TOTEM = {"version": 2, "cluster_name": "test", "transport": "knet", "crypto_cipher": "none", "crypto_hash": "none",
          "token": 1000}
_NODE = "  node {{\n    ring0_addr: {address}\n    nodeid: {node}\n    name: node{node}\n  }}\n"


def config(addresses, totem=None, logfile=True):
    """Of nodes 1, 2, ... at these addresses. totem: keys of that section, besides or instead of the usual; without a
    log file the log goes to standard error."""
    lines = "".join(f"  {key}: {value}\n" for key, value in {**_TOTEM, **(totem or {})}.items())
    nodes = "".join(_NODE.format(address=address, node=node) for node, address in enumerate(addresses, 1))
    return _CONFIG.format(totem=lines, nodes=nodes, to_logfile="yes" if logfile else "no",
                          to_stderr="no" if logfile else "yes")

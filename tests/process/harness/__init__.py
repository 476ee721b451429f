"""Real daemons on one machine: each node in a network namespace, with directories of its own.

Files: report (verdicts and the summary), namespaces (nodes as namespaces on a bridge), daemon (one daemon process),
client (programs run on a node), faults (packets lost and links cut by nftables), config (the daemons' file), cluster
(all of it together), views (what virtual synchrony promises about the output of `cpgload views`), datagrams (what a
message should cost), traffic (what the kernel counts), environment (what there is to test with).
"""

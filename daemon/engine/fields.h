// The fields of the engine's values, for snapshots and recordings (base/archive.h). A field that is added to one of
// these types is added to its list here: until then this does not compile.
#pragma once

#include "base/archive.h"
#include "engine/counters.h"
#include "engine/effect.h"
#include "engine/engine.h"
#include "engine/message.h"
#include "engine/notice.h"
#include "engine/parameters.h"
#include "engine/view.h"

namespace rondel::engine {

ARCHIVE_ENUM(State, operational)
ARCHIVE_ENUM(Phase, normal)
ARCHIVE_ENUM(Guarantee, safe)
ARCHIVE_ENUM(PeerEvidence::Kind, process_dead)
ARCHIVE_ENUM(Cause::Kind, partly_connected)
ARCHIVE_ENUM(Notice::Kind, id_used_twice)
ARCHIVE_ENUM(Notice::Suspect, size)
ARCHIVE_ENUM(Install::Stage, regular)
ARCHIVE_ENUM(Hearing, down)

ARCHIVE_FIELDS(Capabilities, bits)
ARCHIVE_FIELDS(Cause, kind, node, silence, told_by, other)
ARCHIVE_FIELDS(Report::Ear, node, hearing)
ARCHIVE_FIELDS(Report, node, life, count, talks_ms, tells_ms, mixed, doubts, ears)
ARCHIVE_FIELDS(Token::Request, ring, sequence)
ARCHIVE_FIELDS(Token, sender, sequence, hop, aru, aru_holder, ring, backlog, flow_count, recovering, requests)
ARCHIVE_FIELDS(Frame, originator, sender, sequence, sender_count, ring, guarantee, encapsulated, foreign_order, payload,
               inner, bytes)
ARCHIVE_FIELDS(MergeDetect, sender, ring, reports)
ARCHIVE_FIELDS(Join::Trailer, version, capabilities, reports, apart, causes)
ARCHIVE_FIELDS(Join, sender, leaving, candidates, failed, ring_number, trailer)
ARCHIVE_FIELDS(CommitToken::Entry, old_ring, aru, high_delivered, received_all)
ARCHIVE_FIELDS(CommitToken::Trailer, capabilities, marks)
ARCHIVE_FIELDS(CommitToken, sender, hop, ring, filled, members, entries, trailer)
ARCHIVE_FIELDS(HoldCancel, sender, ring)

ARCHIVE_FIELDS(Identity, self, capabilities, version)
ARCHIVE_FIELDS(PeerEvidence, node, kind)
ARCHIVE_FIELDS(Parameters, token_timeout, token_retransmit, hold, join_interval, send_join_spread, consensus_timeout,
               merge_interval, fail_to_receive_visits, sequence_unchanged_max, window_frames, visit_frames_max,
               miss_visits, cancel_hold_on_retransmit, frame_bytes_max, piece_bytes, store_bytes_max, ring_begins)
ARCHIVE_FIELDS(View, ring, members, transitional, joined, left, cause, capabilities, further)

ARCHIVE_FIELDS(Store, number)
ARCHIVE_FIELDS(Unicast, to, message)
ARCHIVE_FIELDS(Broadcast, message)
ARCHIVE_FIELDS(Deliver, frame)
ARCHIVE_FIELDS(Install, stage, view)
ARCHIVE_FIELDS(Notice, kind, node, other, count, span, suspect)

ARCHIVE_FIELDS(Counters, orf_token_tx, orf_token_rx, memb_merge_detect_tx, memb_merge_detect_rx, memb_join_tx,
               memb_join_rx, mcast_tx, mcast_retx, mcast_rx, memb_commit_token_tx, memb_commit_token_rx,
               token_hold_cancel_tx, token_hold_cancel_rx, operational_entered, operational_token_lost, gather_entered,
               gather_token_lost, commit_entered, commit_token_lost, recovery_entered, recovery_token_lost,
               consensus_timeouts, rx_msg_dropped, late_old_ring_messages, quarantined, store_full_visits,
               failed_to_receive, transitions)

}  // namespace rondel::engine

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Fold;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Recursive doubling: in the stage with distance d, members whose numbers differ by d combine their partial results.
 *
 * <p>By put, each member puts its partial result into a buffer of its partner, one per stage, and both combine. Direct,
 * each member reads the partner's partial result where it is: in the first stage in the source, which its owner must
 * not leave before, then in a buffer per stage. So data move between two PEs once per stage, not twice. Either way a
 * few bytes travel in the cache line of the signal. If PEs share cores, the left member of a pair computes for both, in
 * place, while the right one leaves it the core; that halves the work.
 *
 * <p>Both ends of a stage compute the same bits, because the operators are commutative.
 */
final class RecdblReduction implements Reduction {
    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Fold fold = team.fold();
        int stages = Integer.numberOfTrailingZeros(fold.core());
        long segment = Staging.share(stages + 1);
        boolean read = transfer == Transfer.DIRECT && bytes > Links.INLINE_BYTES;
        if (read && team.backend().cores() < team.backend().nPes()) {
            leftComputes(team, fold, kernel, dest, source, bytes);
            team.staging().free();
            return;
        }
        for (long done = 0; done < bytes; done += segment) {
            long part = Math.min(segment, bytes - done);
            if (read) {
                readPeers(team, fold, kernel, dest + done, source + done, part, segment);
            } else {
                exchange(team, fold, kernel, dest + done, source + done, part, segment);
            }
            team.staging().entered();
        }
    }

    private static void exchange(TeamView team, Fold fold, Kernel kernel, long dest, long source, long bytes,
        long segment) {
        long buffers = team.staging().fresh();
        Links links = team.links();
        int me = team.me();
        if (fold.guest(me)) {
            send(team, me + 1, buffers, source, bytes);
            links.await(me + 1);
            return;
        }
        long have = source;
        long at = buffers;
        if (fold.host(me)) {
            links.await(me - 1);
            team.combine(kernel, dest, have, received(team, me - 1, at, bytes), bytes);
            have = dest;
        }
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            at += segment;
            int peer = fold.member(fold.number(me) ^ distance);
            send(team, peer, at, have, bytes);
            links.await(peer);
            team.combine(kernel, dest, have, received(team, peer, at, bytes), bytes);
            have = dest;
        }
        if (fold.host(me)) {
            team.giveBack(dest, bytes);
        }
    }

    private static void send(TeamView team, int peer, long buffer, long from, long bytes) {
        if (bytes <= Links.INLINE_BYTES) {
            team.signal(peer, team.staging().zone(), from, bytes);
        } else {
            team.put(peer, buffer, from, bytes);
            team.signal(peer);
        }
    }

    private static long received(TeamView team, int peer, long buffer, long bytes) {
        return bytes <= Links.INLINE_BYTES ? team.links().inline(peer, team.staging().zone()) : buffer;
    }

    private static void leftComputes(TeamView team, Fold fold, Kernel kernel, long dest, long source, long bytes) {
        int me = team.me();
        if (fold.guest(me)) {
            team.visit();
            return;
        }
        if (fold.host(me)) {
            team.links().await(me - 1);
            team.combine(Transfer.DIRECT, kernel, dest, source, me - 1, source, bytes);
        }
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            RabenseifnerReduction.turn(team, kernel, distance, dest, source, bytes);
        }
        if (fold.host(me)) {
            team.giveBack(dest, bytes);
        }
    }

    private static void readPeers(TeamView team, Fold fold, Kernel kernel, long dest, long source, long bytes,
        long segment) {
        long buffers = team.staging().fresh();
        Links links = team.links();
        int me = team.me();
        if (fold.guest(me)) {
            team.visit();
            return;
        }
        boolean lent = lends(fold, me, dest, source);
        long have = lent ? source : buffers;
        if (fold.host(me)) {
            links.await(me - 1);
            team.combine(Transfer.DIRECT, kernel, have, source, me - 1, source, bytes);
        } else if (!lent) {
            team.copy(have, source, bytes);
        }
        int first = fold.member(fold.number(me) ^ 1);
        boolean borrowed = lends(fold, first, dest, source);
        long at = buffers;
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            int peer = fold.member(fold.number(me) ^ distance);
            long theirs = distance > 1 ? have : borrowed ? source : buffers;
            at += segment;
            long next = 2 * distance == fold.core() ? dest : at;
            team.signal(peer);
            links.await(peer);
            team.combine(Transfer.DIRECT, kernel, next, have, peer, theirs, bytes);
            if (distance == 1 && borrowed) {
                team.signal(peer);
            }
            have = next;
        }
        if (lent && fold.core() > 1) {
            links.await(first);
        }
        if (fold.host(me)) {
            team.giveBack(dest, bytes);
        }
    }

    /**
     * {@return whether a member's source is read in the first stage: it has combined nothing yet, and dest is separate}
     */
    private static boolean lends(Fold fold, int member, long dest, long source) {
        return !fold.host(member) && dest != source;
    }
}

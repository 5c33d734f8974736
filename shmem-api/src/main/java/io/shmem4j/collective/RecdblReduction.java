// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.Transfer;
import io.shmem4j.spi.Kernel;

/**
 * Recursive doubling: in the stage with distance d, members whose numbers differ by d join what they have.
 *
 * <p>By put: each puts what it has into a buffer of the other, one for each stage, and combines what it gets; a few
 * bytes travel in the line of the signal. Direct: the left one of the two computes for both, in place, while the right
 * one waits, so there are no buffers and no copies.
 *
 * <p>Both ends of a stage compute the same bits, because the operators are commutative.
 */
final class RecdblReduction implements Reduction {
    @Override
    public void reduce(Member team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Fold fold = Fold.of(team.size());
        if (transfer == Transfer.DIRECT) {
            leftComputes(team, fold, kernel, dest, source, bytes);
            team.staging().free();
            return;
        }
        int stages = Integer.numberOfTrailingZeros(fold.core());
        long segment = Staging.share(stages + 1);
        for (long done = 0; done < bytes; done += segment) {
            long part = Math.min(segment, bytes - done);
            exchange(team, fold, kernel, dest + done, source + done, part, segment);
            team.staging().entered();
        }
    }

    private static void exchange(Member team, Fold fold, Kernel kernel, long dest, long source, long bytes,
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
            team.put(me - 1, dest, dest, bytes);
            team.signal(me - 1);
        }
    }

    private static void send(Member team, int peer, long buffer, long from, long bytes) {
        if (bytes <= Links.INLINE_BYTES) {
            team.signal(peer, team.staging().zone(), from, bytes);
        } else {
            team.put(peer, buffer, from, bytes);
            team.signal(peer);
        }
    }

    private static long received(Member team, int peer, long buffer, long bytes) {
        return bytes <= Links.INLINE_BYTES ? team.links().inline(peer, team.staging().zone()) : buffer;
    }

    private static void leftComputes(Member team, Fold fold, Kernel kernel, long dest, long source, long bytes) {
        Links links = team.links();
        int me = team.me();
        if (fold.guest(me)) {
            team.signal(me + 1);
            links.await(me + 1);
            return;
        }
        long have = source;
        if (fold.host(me)) {
            links.await(me - 1);
            team.combine(Transfer.DIRECT, kernel, dest, have, me - 1, source, bytes);
            have = dest;
        }
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            int peer = fold.member(fold.number(me) ^ distance);
            if (me < peer) {
                links.await(peer);
                long theirs = distance > 1 || fold.host(peer) ? dest : source;
                computeForBoth(team, kernel, dest, have, peer, theirs, bytes);
                team.signal(peer);
            } else {
                team.signal(peer);
                links.await(peer);
            }
            have = dest;
        }
        if (fold.host(me)) {
            team.put(me - 1, dest, dest, bytes);
            team.signal(me - 1);
        }
    }

    /** Combines and stores the result on both members, piece by piece, so that it is copied from the nearest cache. */
    static void computeForBoth(Member team, Kernel kernel, long dest, long mine, int peer, long theirs, long bytes) {
        for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
            long part = Math.min(Staging.WORK_BYTES, bytes - done);
            team.combine(Transfer.DIRECT, kernel, dest + done, mine + done, peer, theirs + done, part);
            team.put(peer, dest + done, dest + done, part);
        }
    }
}

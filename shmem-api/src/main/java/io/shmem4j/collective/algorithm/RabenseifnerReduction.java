// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Fold;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Rabenseifner: a reduce-scatter with doubling distance and halving blocks, then an allgather the same way back.
 *
 * <p>In a stage two members share a range, and each keeps one half: it combines its half with the partner's. On the way
 * back each member puts its finished part into the partner's dest. Direct: the left member computes both halves of the
 * last stage before the turn, which saves the first stage of the allgather.
 *
 * <p>A member touches only the half that its partner has given away and never uses again. So it may read that half in
 * the first phase and store the result there in the second, with no other signals than those of a reached stage. Once
 * all signals of the second phase have arrived, all readers of this member are done.
 */
final class RabenseifnerReduction implements Reduction {
    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Fold fold = team.fold();
        int me = team.me();
        if (fold.guest(me)) {
            team.visit();
        } else {
            if (fold.host(me)) {
                team.links().await(me - 1);
                team.combine(transfer, kernel, dest, source, me - 1, source, bytes);
            }
            reduceCore(team, fold, transfer, kernel, dest, source, bytes);
            if (fold.host(me)) {
                team.giveBack(dest, bytes);
            }
        }
        team.staging().free();
    }

    private static void reduceCore(TeamView team, Fold fold, Transfer transfer, Kernel kernel, long dest, long source,
        long bytes) {
        int core = fold.core();
        int number = fold.number(team.me());
        Split split = team.split(bytes, kernel.elementBytes(), core);
        Links links = team.links();
        int merged = transfer == Transfer.DIRECT ? core / 2 : core;
        int first = 0;
        int count = core;
        for (int distance = 1; distance < merged; distance *= 2) {
            int peer = fold.member(number ^ distance);
            team.signal(peer);
            links.await(peer);
            count /= 2;
            first += (number & distance) == 0 ? 0 : count;
            long at = split.start(first);
            team.combine(transfer, kernel, dest + at, operands(fold, team.me(), distance, dest, source) + at, peer,
                operands(fold, peer, distance, dest, source) + at, split.length(first, count));
        }
        if (merged < core) {
            long at = split.start(first);
            turn(team, kernel, merged, dest + at, source + at, split.length(first, count));
        }
        for (int distance = merged / 2; distance > 0; distance /= 2) {
            int peer = fold.member(number ^ distance);
            long at = split.start(first);
            team.put(peer, dest + at, dest + at, split.length(first, count));
            team.signal(peer);
            links.await(peer);
            first -= (number & distance) == 0 ? 0 : count;
            count *= 2;
        }
    }

    /** A stage in which the left member computes for both, so it is also the first stage of the way back. */
    static void turn(TeamView team, Kernel kernel, int distance, long dest, long source, long bytes) {
        Fold fold = team.fold();
        int peer = fold.member(fold.number(team.me()) ^ distance);
        if (team.me() < peer) {
            team.links().await(peer);
            computeForBoth(team, kernel, dest, operands(fold, team.me(), distance, dest, source), peer,
                operands(fold, peer, distance, dest, source), bytes);
            team.signal(peer);
        } else {
            team.signal(peer);
            team.links().await(peer);
        }
    }

    private static long operands(Fold fold, int member, int distance, long dest, long source) {
        return distance > 1 || fold.host(member) ? dest : source;
    }

    /** Combines and stores the result on both members, piece by piece, so the copy reads from the nearest cache. */
    private static void computeForBoth(TeamView team, Kernel kernel, long dest, long mine, int peer, long theirs,
        long bytes) {
        for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
            long part = Math.min(Staging.WORK_BYTES, bytes - done);
            team.combine(Transfer.DIRECT, kernel, dest + done, mine + done, peer, theirs + done, part);
            team.put(peer, dest + done, dest + done, part);
        }
    }
}

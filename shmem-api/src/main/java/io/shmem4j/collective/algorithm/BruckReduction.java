// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Fold;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Bruck's pattern for a reduction: in the stage with distance d each member combines its partial result with that of
 * the member d to its right. After the stage it has combined the operands of 2d members, starting with its own.
 *
 * <p>By put, each member puts its partial result into the buffer of the member d to its left. Direct, it keeps each
 * stage's result in its own buffer, where the member to the left reads it. Either way each stage has its own buffer, so
 * no member waits for a buffer.
 *
 * <p>Members combine in different orders, so the last bits of floating-point results may differ between members.
 */
final class BruckReduction implements Reduction {
    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Fold fold = team.fold();
        int stages = Integer.numberOfTrailingZeros(fold.core());
        long segment = Staging.share(stages + 1);
        for (long done = 0; done < bytes; done += segment) {
            long part = Math.min(segment, bytes - done);
            long buffers = team.staging().fresh();
            int me = team.me();
            if (fold.guest(me)) {
                team.put(me + 1, buffers, source + done, part);
                team.signal(me + 1);
                team.links().await(me + 1);
            } else {
                if (transfer == Transfer.DIRECT) {
                    readRight(team, fold, kernel, dest + done, source + done, part, buffers, segment);
                } else {
                    putLeft(team, fold, kernel, dest + done, source + done, part, buffers, segment);
                }
                if (fold.host(me)) {
                    team.giveBack(dest + done, part);
                }
            }
            team.staging().entered();
        }
    }

    private static void putLeft(TeamView team, Fold fold, Kernel kernel, long dest, long source, long bytes,
        long buffers, long segment) {
        int core = fold.core();
        int number = fold.number(team.me());
        long have = source;
        if (fold.host(team.me())) {
            team.links().await(team.me() - 1);
            team.combine(kernel, dest, have, buffers, bytes);
            have = dest;
        }
        long buffer = buffers;
        for (int distance = 1; distance < core; distance *= 2) {
            buffer += segment;
            int left = fold.member(number - distance & core - 1);
            team.put(left, buffer, have, bytes);
            team.signal(left);
            team.links().await(fold.member(number + distance & core - 1));
            team.combine(kernel, dest, have, buffer, bytes);
            have = dest;
        }
    }

    private static void readRight(TeamView team, Fold fold, Kernel kernel, long dest, long source, long bytes,
        long buffers, long segment) {
        int core = fold.core();
        int number = fold.number(team.me());
        long have = buffers + segment;
        if (fold.host(team.me())) {
            team.links().await(team.me() - 1);
            team.combine(kernel, have, source, buffers, bytes);
        } else {
            team.copy(have, source, bytes);
        }
        for (int distance = 1; distance < core; distance *= 2) {
            team.signal(fold.member(number - distance & core - 1));
            int right = fold.member(number + distance & core - 1);
            team.links().await(right);
            long next = 2 * distance == core ? dest : have + segment;
            team.combine(Transfer.DIRECT, kernel, next, have, right, have, bytes);
            have = next;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * A ring: each block travels once around it and is combined with every member's operands on its way, then travels once
 * more to be stored everywhere. Blocks are balanced, and all of them are on their way at once.
 *
 * <p>A member combines its block of the left neighbour's with its own operands into one of two buffers that take turns,
 * where the right neighbour reads it. It fills a buffer again after the right neighbour has said that it read it.
 *
 * <p>In the first step the left neighbour's operands are read where they lie: it can't replace them before this
 * member's combination has gone around the ring. In the second round a finished block is stored in the right
 * neighbour's dest: it has been combined with that neighbour's operands, which are not needed any more, even in place.
 */
final class RingReduction implements Reduction {
    private static final long BUFFER_BYTES = Staging.share(2);

    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        long segment = BUFFER_BYTES * team.size();
        for (long done = 0; done < bytes; done += segment) {
            Split split = team.split(Math.min(segment, bytes - done), kernel.elementBytes(), team.size());
            combineAround(team, transfer, kernel, dest + done, source + done, split);
            spreadAround(team, dest + done, split);
            team.staging().entered();
        }
    }

    private static void combineAround(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
        Split split) {
        Links links = team.links();
        int size = team.size();
        int left = Math.floorMod(team.me() - 1, size);
        int right = (team.me() + 1) % size;
        long buffers = team.staging().fresh();
        int read = 0;
        team.signal(right);
        for (int step = 0; step < size - 1; step++) {
            int block = Math.floorMod(team.me() - step - 1, size);
            long at = split.start(block);
            boolean last = step == size - 2;
            while (step >= 2 && read < step && !last) {
                links.await(right);
                read++;
            }
            links.await(left);
            long theirs = step == 0 ? source + at : buffers + (step - 1 & 1) * BUFFER_BYTES;
            long to = last ? dest + at : buffers + (step & 1) * BUFFER_BYTES;
            team.combine(transfer, kernel, to, source + at, left, theirs, split.length(block));
            team.signal(left);
            if (!last) {
                team.signal(right);
            }
        }
        for (; read < size - 1; read++) {
            links.await(right);
        }
    }

    private static void spreadAround(TeamView team, long dest, Split split) {
        Links links = team.links();
        int size = team.size();
        int left = Math.floorMod(team.me() - 1, size);
        int right = (team.me() + 1) % size;
        for (int step = 0; step < size - 1; step++) {
            int block = Math.floorMod(team.me() + 1 - step, size);
            team.put(right, dest + split.start(block), dest + split.start(block), split.length(block));
            team.signal(right);
            links.await(left);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Exchanges.Exchange;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * Bruck: a block for the member at distance k to the right travels over the distances whose bits are set in k. In the
 * stage with distance d all blocks with that bit move together, so there are as few messages as bits.
 *
 * <p>Each member keeps its blocks in its buffer, the block for distance k in place k. In a stage it puts the moving
 * blocks into the stage's part of the receiver's buffer, and takes the blocks that came to it from its own buffer. Long
 * blocks go in pieces.
 */
final class BruckExchange implements Exchange {
    @Override
    public void exchange(TeamView team, Strides blocks) {
        int size = team.size();
        int stages = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        int areas = size + stages * ((size + 1) / 2);
        long most = Math.max(1, Staging.ZONE_BYTES / areas / blocks.elementBytes());
        for (long done = 0; done < blocks.count(); done += most) {
            move(team, blocks, done, Math.min(most, blocks.count() - done));
        }
    }

    private static void move(TeamView team, Strides blocks, long first, long count) {
        int me = team.me();
        int size = team.size();
        long bytes = count * blocks.elementBytes();
        long held = team.staging().fresh();
        long arrived = held + size * bytes;
        for (int k = 0; k < size; k++) {
            blocks.pack((me + k) % size, first, count, me, held + k * bytes);
        }
        for (int distance = 1; distance < size; distance *= 2) {
            int right = (me + distance) % size;
            int place = 0;
            for (int k = distance; k < size; k = k + 1 | distance) {
                team.put(right, arrived + place++ * bytes, held + k * bytes, bytes);
            }
            team.links().signal(right);
            team.links().await(Math.floorMod(me - distance, size));
            place = 0;
            for (int k = distance; k < size; k = k + 1 | distance) {
                team.copy(held + k * bytes, arrived + place++ * bytes, bytes);
            }
            arrived += (size + 1) / 2 * bytes;
        }
        for (int k = 0; k < size; k++) {
            blocks.unpack(Math.floorMod(me - k, size), first, count, held + k * bytes);
        }
        team.staging().entered();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/**
 * Every member gets its block from every other, its right neighbour first. Short blocks are put into the receivers'
 * buffers, from where everybody takes them after one barrier. Long ones are read where they lie, between two barriers.
 */
final class DirectExchange implements Exchange {
    @Override
    public void exchange(Member team, Strides blocks) {
        int me = team.me();
        int size = team.size();
        long each = blocks.count() * blocks.elementBytes();
        if (each * size <= Staging.ZONE_BYTES) {
            long buffer = team.staging().fresh();
            for (int step = 1; step <= size; step++) {
                int peer = (me + step) % size;
                blocks.pack(peer, 0, blocks.count(), peer, buffer + me * each);
            }
            team.meet();
            for (int block = 0; block < size; block++) {
                blocks.unpack(block, 0, blocks.count(), buffer + block * each);
            }
            team.staging().entered();
            return;
        }
        team.sync();
        for (int step = 1; step <= size; step++) {
            blocks.read((me + step) % size);
        }
        team.sync();
    }
}

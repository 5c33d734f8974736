// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/**
 * Each part goes straight to everybody. Short parts are put together in the first member's buffer,
 * from where everybody copies the whole after one barrier. Long ones are read where they lie, between two barriers, the
 * right neighbour's first, so that no member is read by all at once; or, where members outnumber cores and so come one
 * after the other, each exchanges parts with those that have come before it, and one barrier ends it.
 */
final class DirectGather implements Gather {
    @Override
    public void gather(Member team, Parts parts, long dest, long source) {
        int me = team.me();
        int size = team.size();
        if (parts.total() <= Staging.ZONE_BYTES) {
            long buffer = team.staging().fresh();
            team.put(0, buffer + parts.start(me), source, parts.length(me));
            team.meet();
            team.get(dest, 0, buffer, parts.total());
            team.staging().entered();
            return;
        }
        if (team.crowded()) {
            withEarlier(team, parts, dest, source);
            return;
        }
        team.sync();
        for (int step = 0; step < size; step++) {
            int peer = (me + step) % size;
            team.get(dest + parts.start(peer), peer, source, parts.length(peer));
        }
        team.sync();
    }

    private static void withEarlier(Member team, Parts parts, long dest, long source) {
        int me = team.me();
        for (int number = team.order().draw() - 1; number >= 0; number--) {
            int peer = team.order().member(number);
            team.get(dest + parts.start(peer), peer, source, parts.length(peer));
            team.put(peer, dest + parts.start(me), source, parts.length(me));
        }
        team.copy(dest + parts.start(me), source, parts.length(me));
        team.sync();
    }
}

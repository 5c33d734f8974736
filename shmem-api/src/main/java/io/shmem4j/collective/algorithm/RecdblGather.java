// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Gathers.Gather;
import io.shmem4j.collective.team.Fold;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.TeamView;

/**
 * Recursive doubling: in the stage with distance d, members whose numbers differ by d read all parts of their partner,
 * d neighbours' parts. Guests, see {@link Fold}, give their part to their host before and read the whole from it after.
 *
 * <p>A member signals each owner after it has read from it, and leaves when all its readers have signalled.
 */
final class RecdblGather implements Gather {
    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        Fold fold = team.fold();
        Links links = team.links();
        int me = team.me();
        if (fold.guest(me)) {
            links.signal(me + 1);
            links.await(me + 1);
            team.get(dest, me + 1, dest, parts.total());
            links.signal(me + 1);
        } else {
            team.copy(dest + parts.start(me), source, parts.length(me));
            if (fold.host(me)) {
                links.await(me - 1);
                team.get(dest + parts.start(me - 1), me - 1, source, parts.length(me - 1));
            }
            exchange(team, fold, parts, dest);
            if (fold.host(me)) {
                links.signal(me - 1);
                links.await(me - 1);
            }
        }
        team.staging().free();
    }

    private static void exchange(TeamView team, Fold fold, Parts parts, long dest) {
        Links links = team.links();
        int number = fold.number(team.me());
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            int peer = fold.member(number ^ distance);
            links.signal(peer);
            links.await(peer);
            int first = (number ^ distance) & -distance;
            long start = parts.start(fold.first(first));
            team.get(dest + start, peer, dest + start, parts.start(fold.first(first + distance)) - start);
            links.signal(peer);
        }
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            links.await(fold.member(number ^ distance));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;

/** Sums by the library's reduction. */
final class TeamSums extends BucketSums {
    private final Team team;

    TeamSums(Shmem shmem, Team team, int length) {
        super(shmem, length);
        this.team = team;
    }

    @Override
    void reduce(SymmetricInts total, SymmetricInts mine, int count) {
        team.sumReduce(total, mine, count);
    }
}

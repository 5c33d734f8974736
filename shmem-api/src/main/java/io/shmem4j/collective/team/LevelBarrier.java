// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.collective.team.TeamView.Barrier;
import io.shmem4j.spi.WaitKind;

/**
 * In two levels: the members on each node meet, their leaders wait for each other, and let them go on.
 *
 * <p>Ordering: after a meeting the leader sees all stores of the members here, and a barrier of the leaders hands them
 * on.
 */
final class LevelBarrier implements Barrier {
    private final Levels levels;

    LevelBarrier(Levels levels) {
        this.levels = levels;
    }

    @Override
    public void sync(WaitKind kind) {
        if (levels.meeting().arrive(kind)) {
            levels.leaders().sync(kind);
            levels.meeting().dismiss();
        }
        levels.here().staging().free();
    }
}

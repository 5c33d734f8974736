// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.TeamSlots;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.spi.Lives;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Meetings of the PEs of a fault-tolerant job: the first one, those after deaths, and those of survivors. */
final class Recovery {
    private final SessionLibrary library;
    private boolean firstIncarnation = true;
    /** Each PE's incarnation at the last meeting. */
    private int[] met;
    /** The team that the last call of {@link #survivors} returned, or null. */
    private Team survivors;

    Recovery(SessionLibrary library) {
        this.library = library;
    }

    /** Waits for all PEs, unless an earlier incarnation has met them. */
    void meetFirst(Lives lives) {
        firstIncarnation = !lives.haveAllMet() && lives.awaitAll(Long.MAX_VALUE, this::clearCells) == 1;
        noteIncarnations(lives);
    }

    private void noteIncarnations(Lives lives) {
        met = new int[library.backend().nPes()];
        Arrays.setAll(met, lives::lifeAtRecovery);
    }

    /** Clears the cells of the predefined teams on all PEs, while no PE uses them. */
    private void clearCells() {
        TeamSlots.clear(library.backend(), TeamSlots.WORLD);
        TeamSlots.clear(library.backend(), TeamSlots.SHARED);
    }

    /** {@return whether no earlier incarnation of this PE has initialised the library} */
    boolean isFirstIncarnation() {
        return firstIncarnation;
    }

    /**
     * Meets all PEs if one has died since the last meeting, and restarts this PE's collectives. Restarts them too if
     * the PEs have met in an allocation or by another thread. One thread at a time makes the call.
     *
     * @param alone whether a timeout makes this PE throw, instead of ending the job
     */
    void recover(long nanos, boolean alone) {
        Lives lives = library.lives();
        boolean meets = library.world().contains(pe -> lives.isFallen(pe) || !lives.isAlive(pe));
        if (meets) {
            if (!alone) {
                lives.awaitAll(nanos, this::clearCells);
            } else if (!lives.awaitAllOrLeave(nanos, this::clearCells)) {
                throw new SymmetricMismatchException(Fault.where() + library.moreThanBefore()
                    + ", and the other PEs have not called recover() within " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                    + " s to do the same");
            }
        }
        // After a meeting an error may have kept this thread from the restart.
        if (meets || library.world().contains(pe -> met[pe] != lives.lifeAtRecovery(pe))) {
            library.locked(() -> restart(lives));
        }
    }

    private void restart(Lives lives) {
        library.backend().attached().cut(null);
        int[] before = met;
        noteIncarnations(lives);
        library.restartCollectives();
        library.teams.endTeamsOf(pe -> before[pe] != met[pe]);
    }

    /** {@return the team of the survivors, who all make this call} Ends the team that an earlier call returned. */
    Team survivors(long nanos) {
        Library.refuseLimit("survivors");
        Lives lives = library.lives();
        if (lives.isFallen(library.pe())) {
            throw new IllegalStateException(Fault.where() + ": this new incarnation has not met the other PEs yet; "
                + "call recover()");
        }
        int[] here = lives.awaitSurvivors(nanos, () -> TeamSlots.clear(library.backend(), TeamSlots.LIVING));
        library.teams.endTeamsOf(pe -> Arrays.binarySearch(here, pe) < 0);
        if (survivors != null) {
            survivors.markFreed();
        }
        Group group = Group.of(library.backend(), here, Arrays.binarySearch(here, library.pe()), TeamSlots.LIVING);
        survivors = library.teams.adopt(new Team(library, new Collectives(group), TeamConfig.NONE, "the team of "
            + here.length + " survivors"));
        return survivors;
    }
}

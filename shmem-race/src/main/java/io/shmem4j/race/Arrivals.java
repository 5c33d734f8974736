// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.RaceDetector.Members;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;

/**
 * When members came to collectives: for each place of a team in the system zone, member and one of {@value #CALLS}
 * calls in turn, the thread and its tick.
 *
 * <p>A member writes before it begins the call, and reads what another one has written when the call has shown that the
 * other has come to it. One that has run ahead by more calls has overwritten it: its later tick knows more.
 */
final class Arrivals {
    private static final int CALLS = 8;
    private static final int ENTRY = Long.BYTES;

    private final SharedState state;
    private final Words words;

    Arrivals(SharedState state) {
        this.state = state;
        this.words = state.words;
    }

    static long bytes(int nPes) {
        return (long) SystemLayout.SLOT_COUNT * CALLS * nPes * ENTRY;
    }

    private long entry(Members members, int pe, int call) {
        return SharedState.ARRIVALS + (((long) members.slot() * CALLS + call % CALLS) * state.nPes + pe) * ENTRY;
    }

    void write(Members members, int pe, int call, int thread, int tick) {
        words.setLongRelease(entry(members, pe, call), (long) thread << 32 | tick);
    }

    /** {@return thread and tick} */
    long read(Members members, int pe, int call) {
        return words.getLongAcquire(entry(members, pe, call));
    }
}

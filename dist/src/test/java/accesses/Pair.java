// SPDX-License-Identifier: Apache-2.0
package accesses;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Two PEs and what their accesses use. PE 0 makes the access of a {@link Row}, the last PE the other one. */
public final class Pair {
    static final int NEAR = 0;
    static final int FAR = 1;
    private static final int WORDS = 8;

    final Shmem s;
    final Team t;
    final int me;
    final int last;
    /** The word of the row's access. */
    final SymmetricLongs x;
    /** Operands of the row, 0 and 1 on all PEs. */
    final SymmetricLongs z;
    final SymmetricLongs one;
    /** A word of the last PE that PE 0 stores before a row's store. */
    final SymmetricLongs data;
    final SymmetricLongs sync;
    final long[] in = new long[WORDS];
    final MemorySegment into = MemorySegment.ofArray(in);
    final long[] ones = new long[WORDS];
    final MemorySegment from = MemorySegment.ofArray(ones);
    /** What the current row has allocated, or null. */
    Object own;

    /** Whether the last timed access took no time. */
    boolean free;
    private NonBlocking pending;

    Pair(Shmem shmem) {
        this.s = shmem;
        this.t = shmem.world();
        this.me = shmem.myPe();
        this.last = shmem.nPes() - 1;
        this.x = shmem.allocateLongs(WORDS).named("x");
        this.z = shmem.allocateLongs(WORDS);
        this.one = shmem.allocateLongs(WORDS);
        this.data = shmem.allocateLongs(1).named("data");
        this.sync = shmem.allocateLongs(WORDS);
        Arrays.fill(ones, 1);
        one.fill(1);
        shmem.barrierAll();
    }

    /** {@return non-blocking collectives; the first call is collective} */
    NonBlockingTeam pending() {
        pending = pending == null ? NonBlocking.allocate(s) : pending;
        return pending.on(t, 1);
    }

    void time(Consumer<Pair> access) {
        double before = s.time();
        access.accept(this);
        free = s.time() == before;
    }

    /** Frees what the last row has allocated, and makes all operands what they were. */
    void reset() {
        List<?> all = own instanceof List<?> several ? several : Stream.ofNullable(own).toList();
        for (Object each : all) {
            if (each instanceof Messages messages) {
                messages.finish();
            }
            try {
                ((AutoCloseable) each).close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        own = null;
        free = false;
        x.fill(0);
        z.fill(0);
        data.fill(0);
        Arrays.fill(in, 0);
    }
}

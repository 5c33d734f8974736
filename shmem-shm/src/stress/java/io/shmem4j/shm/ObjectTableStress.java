// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** An object takes the place of another in the table while somebody reads: it reads one of them, or none. */
@JCStressTest
@Outcome(id = {"0, 0", "1, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "No object, or one of them.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Fields of both.")
@State
public class ObjectTableStress {
    private static final int PLACES = StressMemory.PLACES;
    private static final MemorySegment ALL = StressMemory.sparse(PLACES * ObjectTable.BYTES);

    private final ObjectTable written;
    private final ObjectTable read;
    private final int entry;

    public ObjectTableStress() {
        MemorySegment memory = ALL.asSlice(StressMemory.next() * ObjectTable.BYTES, ObjectTable.BYTES);
        memory.asSlice(0, 1024).fill((byte) 0);
        written = new ObjectTable(memory);
        read = new ObjectTable(memory);
        entry = written.add(object(1));
    }

    private static SymmetricObject object(long number) {
        return new SymmetricObject("SymmetricLongs", "x", number, number, "here");
    }

    /** Frees one object and allocates the other. */
    @Actor
    public void writer() {
        written.remove(entry);
        written.add(object(2));
    }

    /** Reads. */
    @Actor
    public void reader(JJ_Result r) {
        List<SymmetricObject> live = read.live();
        if (!live.isEmpty()) {
            r.r1 = live.getFirst().offset();
            r.r2 = live.getFirst().bytes();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.jmh;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The only PE of a job of one, and its objects; its accesses take the same way as those to other PEs. */
@State(Scope.Benchmark)
public class Pe {
    /** Elements of each object: 8 KiB, which stay in the first cache. */
    static final int COUNT = 1024;

    Shmem shmem;
    SymmetricLongs longs;
    SymmetricDoubles doubles;
    SymmetricDoubles otherDoubles;
    long[] array;

    @Setup(Level.Trial)
    public void init() {
        shmem = Shmem.init();
        longs = shmem.allocateLongs(COUNT);
        doubles = shmem.allocateDoubles(COUNT);
        otherDoubles = shmem.allocateDoubles(COUNT);
        array = new long[COUNT];
    }

    @TearDown(Level.Trial)
    public void end() {
        shmem.finish();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.engine.Library;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * Named counters in symmetric memory, in agrona's layout. {@code oshstat} shows the counters of all PEs while the job
 * runs, and every PE can read them.
 *
 * <p>One thread of a PE makes and frees its counters; any thread may count. A new incarnation starts without counters.
 * An error of the JVM, such as a stack overflow, that ends {@code counter} may hide the PE's later counters from
 * {@code forEach}.
 */
public final class PeCounters implements AutoCloseable {
    /** Name of the symmetric object, which has types, keys and labels, followed by the values. */
    static final String NAME = "agrona counters";
    private static final int ALIGNMENT = 128;

    private final Shmem shmem;
    private final SymmetricBytes all;
    private final SymmetricBytes metadata;
    private final SymmetricBytes values;
    private final CountersManager own;

    /**
     * Makes room for counters on each PE; collective, once in a job.
     *
     * @param shmem the library
     * @param most  maximum number of counters of a PE
     * @return the counters
     */
    public static PeCounters allocate(Shmem shmem, int most) {
        return Library.whole(() -> new PeCounters(shmem, most));
    }

    private PeCounters(Shmem shmem, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": the number of counters must be positive, not "
                + most);
        }
        this.shmem = shmem;
        // A single allocation can't be left incomplete by a death.
        this.all = shmem.allocateBytes((long) most * (CountersReader.METADATA_LENGTH + CountersReader.COUNTER_LENGTH),
            ALIGNMENT).named(NAME);
        this.metadata = all.slice(0, metadataBytes(all.byteSize()));
        this.values = all.slice(metadata.byteSize());
        // A new incarnation starts without counters.
        all.local().fill((byte) 0);
        this.own = new CountersManager(Buffers.local(metadata), Buffers.local(values), StandardCharsets.UTF_8);
    }

    /** {@return number of bytes before the values in an object of a size} */
    static long metadataBytes(long bytes) {
        return bytes / (CountersReader.METADATA_LENGTH + CountersReader.COUNTER_LENGTH)
            * CountersReader.METADATA_LENGTH;
    }

    /**
     * {@return a new counter of this PE, at 0}
     *
     * @param label its name
     */
    public AtomicCounter counter(String label) {
        return own().newCounter(label);
    }

    /**
     * {@return a new counter of this PE, at 0}
     *
     * @param label its name
     * @param type  the program's type number, for readers
     */
    public AtomicCounter counter(String label, int type) {
        return own().newCounter(label, type);
    }

    /**
     * {@return the counters of a PE}
     *
     * @param pe the PE
     */
    public CountersReader of(int pe) {
        return new CountersReader(Buffers.of(shmem, metadata, pe), Buffers.of(shmem, values, pe),
            StandardCharsets.UTF_8);
    }

    private CountersManager own() {
        all.heapOffset();
        return own;
    }

    /** Frees the counters of all PEs, which must not be used any more; collective. */
    public void free() {
        all.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        all.close();
    }
}

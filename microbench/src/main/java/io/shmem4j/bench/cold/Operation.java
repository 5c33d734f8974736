// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold;

import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a loop calls: each is a program of its own. */
public enum Operation {
    /** Barrier of all PEs. */
    BARRIER("Barrier", 0),
    /** Sync of all PEs. */
    SYNC("Sync", 0),
    /** Sum of ints. */
    SUM("Sum"),
    /** Broadcast of PE 0. */
    BROADCAST("Broadcast"),
    /** Gathering of equal parts. */
    FCOLLECT("Fcollect"),
    /** A block from each PE to each. */
    ALLTOALL("Alltoall"),
    /** One long stored. */
    P("P", Long.BYTES),
    /** One long loaded. */
    G("G", Long.BYTES),
    /** One long put and completed. */
    PUT("Put", Long.BYTES),
    /** One long got. */
    GET("Get", Long.BYTES),
    /** One atomic addition. */
    FETCH_ADD("FetchAdd", Long.BYTES),
    /** Put with signal and the answer. */
    PING_PONG("PingPong", Long.BYTES);

    private static final String PROGRAMS = "io.shmem4j.bench.cold.Programs$";
    private static final int ANY = -1;

    private final String program;
    private final long bytes;

    Operation(String program) {
        this(program, ANY);
    }

    Operation(String program, long bytes) {
        this.program = PROGRAMS + program;
        this.bytes = bytes;
    }

    /**
     * {@return the operation of a name}
     *
     * @param word the name
     * @throws UsageException if there is none
     */
    static Operation of(String word) {
        return Stream.of(values()).filter(operation -> operation.word().equalsIgnoreCase(word)).findFirst()
            .orElseThrow(() -> new UsageException("there is no operation " + word + "; use some of "
                + String.join(", ", Stream.of(values()).map(Operation::word).toList())));
    }

    /** {@return its name} */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return the class of its program} */
    String program() {
        return program;
    }

    /**
     * {@return bytes of a call's data}
     *
     * @param chosen sizes for operations that have a size
     */
    public List<Long> sizes(List<Long> chosen) {
        return bytes == ANY ? chosen : List.of(bytes);
    }
}

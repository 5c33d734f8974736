// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Operation of a loop: each is a program of its own. */
public enum ColdOperation {
    BARRIER("Barrier", 0),
    SYNC("Sync", 0),
    SUM("Sum"),
    /** Broadcast of PE 0. */
    BROADCAST("Broadcast"),
    FCOLLECT("Fcollect"),
    ALLTOALL("Alltoall"),
    P("P", Long.BYTES),
    G("G", Long.BYTES),
    PUT("Put", Long.BYTES),
    GET("Get", Long.BYTES),
    FETCH_ADD("FetchAdd", Long.BYTES),
    PING_PONG("PingPong", Long.BYTES);

    private static final String PROGRAMS = "io.shmem4j.bench.job.Programs$";
    private static final int ANY = -1;

    private final String program;
    private final long bytes;

    ColdOperation(String program) {
        this(program, ANY);
    }

    ColdOperation(String program, long bytes) {
        this.program = PROGRAMS + program;
        this.bytes = bytes;
    }

    /** {@return the operation of a name}; a UsageException says that there is none */
    static ColdOperation of(String word) {
        return Stream.of(values()).filter(operation -> operation.word().equalsIgnoreCase(word)).findFirst()
            .orElseThrow(() -> new UsageException("there is no operation " + word + "; use some of "
                + String.join(", ", Stream.of(values()).map(ColdOperation::word).toList())));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String program() {
        return program;
    }

    /** {@return bytes of a call's data}: those chosen, for operations that have a size */
    public List<Long> sizes(List<Long> chosen) {
        return bytes == ANY ? chosen : List.of(bytes);
    }
}

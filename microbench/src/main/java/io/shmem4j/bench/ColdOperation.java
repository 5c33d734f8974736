// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An operation that {@code bench cold} measures. */
enum ColdOperation {
    BARRIER(0),
    SYNC(0),
    SUM,
    BROADCAST,
    FCOLLECT,
    ALLTOALL,
    P(Long.BYTES),
    G(Long.BYTES),
    PUT(Long.BYTES),
    GET(Long.BYTES),
    FETCH_ADD(Long.BYTES),
    PING_PONG(Long.BYTES);

    /** Fixed number of bytes per call, or null if the user chooses. */
    private final Long bytes;

    ColdOperation() {
        this.bytes = null;
    }

    ColdOperation(int bytes) {
        this.bytes = (long) bytes;
    }

    static ColdOperation of(String word) {
        return Stream.of(values()).filter(operation -> operation.word().equalsIgnoreCase(word)).findFirst()
            .orElseThrow(() -> new UsageException("there is no operation " + word + "; use some of "
                + String.join(", ", Stream.of(values()).map(ColdOperation::word).toList())));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    List<Long> sizes(List<Long> chosen) {
        return bytes == null ? chosen : List.of(bytes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A PE's last request to the symmetric heap, published in its system zone for the other PEs to compare.
 *
 * <pre>
 *   0 number of the call (long) | 8 kind (int) | 12 length of the call site (int) | 16 bytes or offset (long)
 *   24 alignment, or offset of the reallocated block (long) | 32 meetings before (int) | 36 call site, UTF-8
 * </pre>
 * Two records alternate, because a PE can be at most one call ahead of a PE that still compares.
 */
public record AllocationRecord(long number, Request kind, long size, long detail, int meetings, String site) {
    private static final int MEETINGS = 32;
    private static final int SITE = 36;
    private static final int SITE_BYTES = SystemLayout.ALLOCATION_RECORD_BYTES - SITE;

    enum Request {
        ALLOCATE("allocates %d bytes aligned to %d"),
        FREE("frees the block at heap offset %d"),
        REALLOCATE("reallocates to %d bytes the block at heap offset %d");

        private final String text;

        Request(String text) {
            this.text = text;
        }
    }

    public void publish(Backend backend) {
        MemorySegment record = JobMemory.slice(backend.pe(), offset(number), SystemLayout.ALLOCATION_RECORD_BYTES);
        byte[] text = site.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, SITE_BYTES);
        record.set(JAVA_LONG, 0, number);
        record.set(JAVA_INT, 8, kind.ordinal());
        record.set(JAVA_INT, 12, length);
        record.set(JAVA_LONG, 16, size);
        record.set(JAVA_LONG, 24, detail);
        record.set(JAVA_INT, MEETINGS, meetings);
        // From segment to segment: with an array, the JVM would build a switch over array types at the first use.
        MemorySegment.copy(MemorySegment.ofArray(text), 0, record, SITE, length);
    }

    /** {@return the record that a PE published for the call with this number} */
    public static AllocationRecord of(Backend backend, int pe, long number) {
        long at = offset(number);
        byte[] text = new byte[Math.clamp(backend.getInt(pe, at + 12), 0, SITE_BYTES)];
        backend.read(pe, at + SITE, text, 0, JAVA_BYTE, text.length);
        Request kind = Request.values()[Math.clamp(backend.getInt(pe, at + 8), 0, Request.values().length - 1)];
        return new AllocationRecord(backend.getLong(pe, at), kind, backend.getLong(pe, at + 16),
            backend.getLong(pe, at + 24), backend.getInt(pe, at + MEETINGS), new String(text, StandardCharsets.UTF_8));
    }

    public boolean agrees(Backend backend, int pe) {
        long at = offset(number);
        return inStep(backend, pe) && backend.getInt(pe, at + 8) == kind.ordinal()
            && backend.getLong(pe, at + 16) == size && backend.getLong(pe, at + 24) == detail;
    }

    /**
     * {@return whether a PE's record belongs to the same call} A PE that has made another number of barriers and
     * syncs is in another call.
     */
    boolean inStep(Backend backend, int pe) {
        long at = offset(number);
        return backend.getLong(pe, at) == number && backend.getInt(pe, at + MEETINGS) == meetings;
    }

    private static long offset(long number) {
        return SystemLayout.ALLOCATION_RECORDS + (number & 1) * SystemLayout.ALLOCATION_RECORD_BYTES;
    }

    /** {@return a description of the call that a PE makes instead, optionally with its number of meetings} */
    String instead(Backend backend, int pe, boolean withMeetings) {
        AllocationRecord record = of(backend, pe, number);
        if (record.number != number) {
            long made = Math.max(record.number, backend.getLong(pe, offset(number - 1)));
            return "makes no allocation call here (it has made " + made + ", this is number " + number
                + ")";
        }
        return record.request() + " at " + record.site + (withMeetings ? ", after " + record.meetings
            + (record.meetings == 1 ? " barrier or sync" : " barriers and syncs") : "");
    }

    public String request() {
        return String.format(Locale.ROOT, kind.text, size, detail);
    }
}

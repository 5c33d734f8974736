// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

/**
 * The file with one PE's records in a trace's folder: a header, then records of 32 bytes in the order in which calls
 * began.
 *
 * <pre>
 *   0     magic (long) | 8 format (int) | 12 routines (int) | 16 PE (int) | 20 PEs (int)
 *   24    first init, nanoTime (long) | 32 last end of a session, nanoTime, 0 while one runs (long)
 *   40    size of the written part of the file in bytes (long)
 *   48    number of calls without a record (long) | 56 reason: 0 none, 1 the limit, 2 the file system (int)
 *   4096  record 0 ...
 * </pre>
 * One record:
 * <pre>
 *   0     begin, nanoTime (long) | 8 end, nanoTime, 0 while the call lasts (long)
 *   16    bytes, and in the upper 24 bits the line in the file of call sites, 0 for none (long)
 *   24    1 + routine (short) | 26 1 + peer, 0 none, or {@value #WORLD} (short) | 28 thread (int)
 * </pre>
 * The last long of a record is written after the first three fields; while it is 0 there is no record. A mapped file
 * keeps everything that a killed process has written, so records outlive a PE that dies. A second file of the PE has
 * the call sites of slow calls, one per line.
 */
public final class TraceLayout {
    /** The first bytes of a file: "shmtrac" and a zero byte, read as a native little-endian long. */
    public static final long MAGIC = 0x00636172746d6873L;
    /** The version of this layout. */
    public static final int FORMAT = 2;

    public static final long MAGIC_AT = 0;
    public static final long FORMAT_AT = 8;
    public static final long ROUTINES = 12;
    public static final long PE = 16;
    public static final long PES = 20;
    public static final long BEGAN = 24;
    public static final long ENDED = 32;
    public static final long LENGTH = 40;
    public static final long DROPPED = 48;
    public static final long WHY = 56;
    public static final long HEADER_BYTES = 4096;

    /** Calls are missing because the trace had reached its maximum size. */
    public static final int WHY_LIMIT = 1;
    /** Calls are missing because the file system was full. */
    public static final int WHY_FILE_SYSTEM = 2;

    public static final int RECORD_BYTES = 32;
    public static final int BEGIN = 0;
    public static final int END = 8;
    public static final int BYTES = 16;
    public static final int WHAT = 24;

    /** Peer of a collective of all PEs. */
    public static final int WORLD = 0xfffe;

    static final int PLACE_SHIFT = 40;
    static final int MOST_PLACES = (1 << 23) - 1;

    private static final int PEER_SHIFT = 16;
    private static final int THREAD_SHIFT = 32;
    private static final long SHORT_MASK = 0xffff;

    private TraceLayout() {
    }

    public static String placesName(int pe) {
        return "pe-" + pe + ".places.trace";
    }

    public static String fileName(int pe) {
        return "pe-" + pe + ".trace";
    }

    /** {@return the bytes in a record's third long} */
    public static long bytes(long third) {
        return third & (1L << PLACE_SHIFT) - 1;
    }

    /** {@return the line in the file of call sites in a record's third long, 0 for none} */
    public static int place(long third) {
        return (int) (third >>> PLACE_SHIFT);
    }

    /** {@return the last long of the record of a call; {@code peer} is the accessed PE, or -1} */
    public static long what(int routine, int peer, long thread) {
        return thread << THREAD_SHIFT | (peer + 1 & SHORT_MASK) << PEER_SHIFT | routine + 1;
    }

    public static int routine(long what) {
        return (int) (what & SHORT_MASK) - 1;
    }

    /** {@return the peer in a record's last long, or -1} */
    public static int peer(long what) {
        return (int) (what >>> PEER_SHIFT & SHORT_MASK) - 1;
    }

    public static int thread(long what) {
        return (int) (what >>> THREAD_SHIFT);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/**
 * The layout of a job's control file.
 *
 * <pre>
 *   0     magic (long) | 8 major format (short) | 10 minor format (short) | 12 PEs (int)
 *   16    heap bytes (long) | 24 stride (long)
 *   32    launcher's pid (long), 0 in a job that JVMs have joined by its name | 40 start, ms since 1970 (long)
 *   48    whether JVMs have joined it by its name (int) | 52 cores that its PEs share (int), 0 where they find out
 *   56    where in a region the table of objects begins (long) | 64 and the symmetric heap (long)
 *   128   aborting (int): 0 no, 1 and 2 by a version of another major format, else 3 + the number of its report
 *   132   what other formats say: status (int) | 136 PE that asked (int) | 140 reason's length (int) | 144 reason
 *   1168  reports that are or have been written (int)
 *   1216  whether the job outlives its PEs (int) | 1220 meetings of all PEs (int) | 1224 deaths (int)
 *   1228  deaths before the last meeting (int) | 1232 leader of a meeting: 1 + its PE (int) | 1236 its life (int)
 *   1240  gatherings of the PEs that live (int) | 1248 ends of sessions, and below 32 bits of deaths (long)
 *   1256  allocations and frees that all PEs have made, and below 32 bits of deaths (long)
 *   2048  threads of all PEs that sleep on variables of their own (int)
 *   2112  PEs that have left the library (int) | 2116 one that has left it last (int)
 *   2176  collective of all PEs, by its number, in which somebody has waited last (long); where a recording is made
 *   4096  PE 0, 512 bytes
 *   4608  PE 1 ...
 *         behind all PEs the {@value #REPORTS} reports of aborts
 * </pre>
 * A report: 0 status (int) | 4 PE that asked (int) | 8 reason's length (int) | 12 reason, UTF-8.
 *
 * One PE:
 * <pre>
 *   0     state (int, PeState) | 4 1 + exit status (int), 0 before the end or unknown | 8 pid (long)
 *   16    bytes of the heap in use (long)
 *   24    the kernel's number of its thread (long), 0 where the process is its own
 *   32    whether its main method has returned (int) | 36 in a job that JVMs join: 0 free, 1 member, 2 left (int)
 *   48    life (int) | 52 meeting to which this life has come (int) | 56 life at the last meeting (int)
 *   60    how its last life has ended (int) | 64 process of that (long) | 72 allocation to which it has come (int)
 *   80    gathering of those who live to which it has come (int) | 84 last one that it was in (int)
 *   88    end of a session to which it has come (int)
 *   128   wait kind (int, WaitKind) | 132 peer (int) | 136 detail (long) | 144 since, nanoTime (long)
 *   152   cell (long) | 160 its PE (int)
 *   164   first member (int) | 168 stride of members (int) | 172 number of members (int), 0 when no group waits
 *   176   comparison (int, 1 + Comparison), 0 for none | 184 its right side (long)
 *   192   collective (int, 1 + Routine), 0 for none | 196 its root (int), -1 for none
 *   256   counting (int) | 264 operations (long) | 272 bytes moved (long)
 *   288   times at which it came to its last 8 collectives of all PEs (long), 0 where nobody waited for it there, with
 *         the lowest 8 bits of their numbers
 * </pre>
 */
public final class ControlLayout {
    /** First bytes of a control file: "shmem4j" and a zero byte, read as a native little-endian long. */
    public static final long MAGIC = 0x006a346d656d6873L;
    /**
     * The major format changes when programs that know an earlier one could misread this layout or the system zone's,
     * or write it wrongly. The minor one counts fields that are new since.
     */
    static final int MAJOR = 14;
    private static final int MINOR = 0;
    private static final int MAJOR_BITS = 0xffff;
    public static final int FORMAT = MAJOR | MINOR << Short.SIZE;

    public static final long MAGIC_AT = 0;
    public static final long FORMAT_AT = 8;
    public static final long PES = 12;
    public static final long HEAP_BYTES = 16;
    public static final long STRIDE = 24;
    public static final long LAUNCHER_PID = 32;
    public static final long STARTED_MS = 40;
    public static final long JOINED = 48;
    public static final long CORES = 52;
    public static final long OBJECTS = 56;
    public static final long HEAP = 64;
    /** Offset of the abort word; what comes before the number of PEs, it and 1040 bytes behind are in all formats. */
    static final long ABORTING = 128;
    /** Offset of what a program of another format has to say. */
    static final long OTHERS_REPORT = 132;
    /** Bytes that all formats have for a reason. */
    static final int OTHERS_REASON_BYTES = 1024;
    static final long REPORTS_TAKEN = 1168;
    /** More than PEs that are killed while each says why it ends the job. */
    static final int REPORTS = 4;
    static final long REPORT_STATUS = 0;
    static final long REPORT_PE = 4;
    static final long REPORT_LENGTH = 8;
    static final long REPORT_REASON = 12;
    private static final long REASON_BYTES_OF_A_PE = 256;
    private static final long MOST_REASON_BYTES = (64 << 10) - REPORT_REASON;
    static final long OUTLIVES = 1216;
    static final long MEETINGS = 1220;
    static final long DEATHS = 1224;
    static final long HANDLED = 1228;
    static final long LEADER = 1232;
    static final long GATHERINGS = 1240;
    static final long ENDS = 1248;
    static final long CALLS = 1256;
    public static final long VARIABLE_SLEEPERS = 2048;
    public static final long FINISHED = 2112;
    public static final long LAST_FINISHED = 2116;
    /** Offset of the last collective of all PEs in which somebody has waited. */
    public static final long AWAITED = 2176;

    public static final long PE_SLOTS = 4096;
    /** A PE that nobody is. */
    public static final int FREE = 0;
    /** A PE that a JVM has claimed. */
    public static final int MEMBER = 1;
    /** A PE that has ended its session. */
    public static final int LEFT = 2;
    public static final long PE_SLOT_BYTES = 512;

    // Within a PE.
    public static final long STATE = 0;
    public static final long ENDED = 4;
    public static final long PID = 8;
    public static final long HEAP_USED = 16;
    public static final long THREAD = 24;
    public static final long RETURNED = 32;
    public static final long MEMBERSHIP = 36;
    static final long LIFE = 48;
    static final long ARRIVED = 52;
    static final long MET = 56;
    static final long HOW = 60;
    static final long FALLEN_PID = 64;
    static final long AT_CALL = 72;
    static final long CAME = 80;
    static final long GATHERED = 84;
    static final long AT_END = 88;
    public static final long WAIT_KIND = 128;
    public static final long WAIT_PEER = 132;
    public static final long WAIT_DETAIL = 136;
    public static final long WAIT_SINCE = 144;

    public static final long WAIT_CELL = 152;
    public static final long WAIT_CELL_PE = 160;
    public static final long WAIT_START = 164;
    public static final long WAIT_STRIDE = 168;
    public static final long WAIT_SIZE = 172;
    public static final long WAIT_CMP = 176;
    public static final long WAIT_WIDE = 180;
    public static final long WAIT_RIGHT = 184;
    public static final long WAIT_ROUTINE = 192;
    public static final long WAIT_ROOT = 196;

    public static final long COUNTING = 256;
    public static final long OPERATIONS = 264;
    public static final long MOVED_BYTES = 272;

    public static final long ARRIVALS = 288;
    /** How many of them it keeps. */
    public static final int ARRIVALS_KEPT = 8;

    private ControlLayout() {
    }

    /** {@return offset of a field of a PE} */
    public static long at(int pe, long field) {
        return PE_SLOTS + pe * PE_SLOT_BYTES + field;
    }

    public static long bytes(int nPes) {
        return report(nPes, REPORTS);
    }

    /** {@return room for the reason of an abort, such as a report that has lines for each PE} */
    static int reasonBytes(int nPes) {
        return (int) Math.min(MOST_REASON_BYTES, OTHERS_REASON_BYTES - REPORT_REASON + nPes * REASON_BYTES_OF_A_PE);
    }

    static long report(int nPes, int number) {
        return at(nPes, 0) + number * (REPORT_REASON + reasonBytes(nPes));
    }

    static boolean knows(int format) {
        return (format & MAJOR_BITS) == MAJOR;
    }

    static String text(int format) {
        int minor = format >>> Short.SIZE;
        return (format & MAJOR_BITS) + (minor == 0 ? "" : "." + minor);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Meeting;

/**
 * The layout of a job's control file. {@link Meeting.Register} has the fields of a job that outlives its PEs.
 *
 * <pre>
 *   0     magic (long) | 8 major format (short) | 10 minor format (short) | 12 number of PEs (int)
 *   16    heap bytes (long) | 24 stride (long)
 *   32    launcher's pid (long), 0 without a launcher | 40 start, ms since 1970 (long)
 *   48    whether JVMs join the job by its name (int) | 52 cores for such a job's PEs (int), else 0
 *   56    offset of the object table in a region (long) | 64 offset of the symmetric heap (long)
 *   72    pid namespace of the process that created the files, by its inode (long), 0 if unknown
 *   128   abort word (int): 0 none, else 1 + number of the report
 *   132   whether the job is over, and its files are being deleted (int)
 *   1168  reports taken (int)
 *   1216  whether the job outlives its PEs (int) | 1220 to 1263 register of lives
 *   2048  number of threads of all PEs that sleep on variables (int), and a bit for visitors, see {@link Bell}
 *   2112  number of PEs that have left the library (int) | 2116 the last one (int)
 *   2176  latest collective of all PEs in which a PE has waited (long)
 *   4096  PE 0, 512 bytes
 *   4608  PE 1 ...
 *         {@value #REPORTS} abort reports after the last PE
 * </pre>
 * A report: 0 status (int) | 4 PE (int) | 8 length of the reason (int) | 12 reason in UTF-8.
 *
 * One PE:
 * <pre>
 *   0     state (int, PeState) | 4 1 + exit status (int), 0 while unknown | 8 pid (long)
 *   16    heap bytes in use (long)
 *   24    kernel's id of its thread (long), 0 if the PE has a process of its own
 *   32    whether main has returned (int) | 36 in a job that JVMs join: 0 free, 1 member, 2 left, 3 closed (int)
 *   40    in a job that outlives its PEs: number of its threads that sleep on variables (int)
 *   44    in such a job that JVMs join: life in which the present or last member has joined (int)
 *   48    to 91, register of lives
 *   96    word on which visitors sleep that wait for variables of the PE (int)
 *   128   wait kind (int, WaitKind) | 132 peer (int) | 136 detail (long) | 144 start, nanoTime (long)
 *   152   cell (long) | 160 its PE (int)
 *   164   first member (int) | 168 stride of members (int), 0 if bits name them
 *   172   number of members (int), 0 without a group
 *   176   comparison (int, 1 + Comparison), 0 for none | 180 whether it is of 64 bits (int) | 184 right side (long)
 *   192   collective (int, 1 + Routine), 0 for none | 196 its root (int), -1 for none
 *   200   bytes of facts (int)
 *   256   whether calls are counted (int) | 264 calls (long) | 272 bytes moved (long)
 *   288   arrival times at the last 8 collectives of all PEs (long), 0 if no PE waited; the lowest 8 bits of each are
 *         those of the collective's number
 *   352   to 479, a bit for each PE that is a member of the wait's group, if the stride is 0;
 *         or to 511, facts in ASCII
 * </pre>
 */
public final class ControlLayout {
    /** First bytes of a control file: "shmem4j" and a zero byte, read as a native little-endian long. */
    public static final long MAGIC = 0x006a346d656d6873L;
    /**
     * Changes when programs of an earlier format could misread or damage the control file or the system zone. The minor
     * format counts fields added since.
     */
    static final int MAJOR = 18;
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
    static final long PID_NAMESPACE = 72;
    static final long ABORTING = 128;
    static final long OVER = 132;
    static final long REPORTS_TAKEN = 1168;
    /** Number of reports; allows for processes that are killed while they write one. */
    static final int REPORTS = 4;
    static final long REPORT_STATUS = 0;
    static final long REPORT_PE = 4;
    static final long REPORT_LENGTH = 8;
    static final long REPORT_REASON = 12;
    private static final int LEAST_REASON_BYTES = 1024;
    private static final long REASON_BYTES_OF_A_PE = 256;
    private static final long MOST_REASON_BYTES = (64 << 10) - REPORT_REASON;
    static final long OUTLIVES = 1216;
    public static final long VARIABLE_SLEEPERS = 2048;
    public static final long FINISHED = 2112;
    public static final long LAST_FINISHED = 2116;
    /** Latest collective of all PEs in which a PE has waited. */
    public static final long AWAITED = 2176;

    public static final long PE_SLOTS = Meeting.Register.PE_SLOTS;
    /** No JVM has claimed the PE. */
    public static final int FREE = 0;
    /** A JVM has claimed the PE. */
    public static final int MEMBER = 1;
    /** The PE has ended its session. */
    public static final int LEFT = 2;
    /** The PE has closed, and is free as soon as somebody has recorded that. */
    public static final int CLOSED = 3;
    public static final long PE_SLOT_BYTES = Meeting.Register.PE_SLOT_BYTES;

    // Within a PE.
    public static final long STATE = 0;
    public static final long ENDED = 4;
    public static final long PID = 8;
    public static final long HEAP_USED = 16;
    public static final long THREAD = 24;
    public static final long RETURNED = 32;
    public static final long MEMBERSHIP = 36;
    static final long SLEEPERS = 40;
    static final long CLAIMED_LIFE = 44;
    static final long VISITORS = 96;
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
    static final long WAIT_FACTS = 200;

    static final long WAIT_MEMBERS = 352;
    static final int MEMBER_WORDS = 16;
    static final int MOST_FACTS = 160;

    public static final long COUNTING = 256;
    public static final long OPERATIONS = 264;
    public static final long MOVED_BYTES = 272;

    public static final long ARRIVALS = 288;
    /** Number of arrival times kept. */
    public static final int ARRIVALS_KEPT = 8;

    private ControlLayout() {
    }

    /** {@return the offset of a PE's field} */
    public static long at(int pe, long field) {
        return PE_SLOTS + pe * PE_SLOT_BYTES + field;
    }

    public static long bytes(int nPes) {
        return report(nPes, REPORTS);
    }

    /** {@return room for the reason of an abort, which may have lines for each PE} */
    static int reasonBytes(int nPes) {
        return (int) Math.min(MOST_REASON_BYTES, LEAST_REASON_BYTES - REPORT_REASON + nPes * REASON_BYTES_OF_A_PE);
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Meeting;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A mapped control file, through which PEs, launcher and tools share facts about a job. See {@link ControlLayout}.
 *
 * <p>States and waits are published by release stores, their kind last, and read by acquire loads. A process that
 * aborts the job writes its own report and then sets the abort word to the report's number by compare-and-set. So
 * wherever it is killed, the job either continues or ends with a complete report.
 */
public final class ControlFile {
    /** Value of the abort word for the first report. */
    private static final int FIRST_REPORT = 1;
    private static final long REPORT_LOOK_NANOS = 100_000;
    private static final long NUMBER_BITS = 0xff;
    /** Continuation bytes of UTF-8 are less than this, as signed bytes. */
    private static final byte CONTINUED = (byte) 0xc0;
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final PeState[] STATES = PeState.values();
    private static final WaitKind[] KINDS = WaitKind.values();

    private final MemorySegment memory;
    private final Words words;
    private final Meeting.Register lives;

    /** Throws if the memory is not a control file of this format. */
    public ControlFile(MemorySegment memory) {
        if (memory.byteSize() < ControlLayout.PE_SLOTS
            || memory.get(JAVA_LONG, ControlLayout.MAGIC_AT) != ControlLayout.MAGIC) {
            throw new IllegalArgumentException("this is not a control file of shmem4j");
        }
        int format = memory.get(JAVA_INT, ControlLayout.FORMAT_AT);
        if (!ControlLayout.knows(format)) {
            throw new IllegalArgumentException("the control file has format " + ControlLayout.text(format)
                + ", this version reads " + ControlLayout.text(ControlLayout.FORMAT));
        }
        int nPes = memory.get(JAVA_INT, ControlLayout.PES);
        if (nPes < 1 || memory.byteSize() < ControlLayout.bytes(nPes)) {
            throw new IllegalArgumentException("the control file is shorter than its number of PEs needs");
        }
        this.memory = memory;
        this.words = Words.of(memory);
        this.lives = new Meeting.Register(words, nPes);
    }

    /** {@return the control data of a job within this JVM, which nobody else reads} */
    static ControlFile inMemory(int nPes, long heapBytes) {
        MemorySegment memory = Arena.ofAuto().allocate(ControlLayout.bytes(nPes), ControlLayout.PE_SLOT_BYTES);
        begin(memory, nPes, heapBytes, JobMemory.stride());
        return new ControlFile(memory);
    }

    /** Writes what is known of a new job into zeroed memory. */
    static void begin(MemorySegment memory, int nPes, long heapBytes, long stride) {
        memory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT);
        memory.set(JAVA_INT, ControlLayout.PES, nPes);
        memory.set(JAVA_LONG, ControlLayout.HEAP_BYTES, heapBytes);
        memory.set(JAVA_LONG, ControlLayout.STRIDE, stride);
        memory.set(JAVA_LONG, ControlLayout.OBJECTS, SystemLayout.objects(nPes));
        memory.set(JAVA_LONG, ControlLayout.HEAP, SystemLayout.heap(nPes));
        memory.set(JAVA_LONG, ControlLayout.LAUNCHER_PID, ProcessHandle.current().pid());
        memory.set(JAVA_LONG, ControlLayout.STARTED_MS, System.currentTimeMillis());
        memory.set(JAVA_LONG, ControlLayout.MAGIC_AT, ControlLayout.MAGIC);
    }

    /** {@return a job's control file for reading} */
    public static ControlFile look(JobFiles files, Arena arena) throws IOException {
        try (FileChannel channel = files.openToRead(JobFiles.CONTROL)) {
            return of(files, channel, FileChannel.MapMode.READ_ONLY, arena);
        }
    }

    /** {@return a job's control file for reading and writing} */
    public static ControlFile open(JobFiles files, Arena arena) throws IOException {
        try (FileChannel channel = files.open(JobFiles.CONTROL)) {
            return of(files, channel, FileChannel.MapMode.READ_WRITE, arena);
        }
    }

    private static ControlFile of(JobFiles files, FileChannel channel, FileChannel.MapMode mode, Arena arena)
        throws IOException {
        try {
            return new ControlFile(channel.map(mode, 0, channel.size(), arena));
        } catch (IllegalArgumentException e) {
            throw new IOException(files.file(JobFiles.CONTROL) + ": " + e.getMessage(), e);
        }
    }

    public int nPes() {
        return memory.get(JAVA_INT, ControlLayout.PES);
    }

    public long heapBytes() {
        return memory.get(JAVA_LONG, ControlLayout.HEAP_BYTES);
    }

    /** {@return the offset of the table of objects in PE 0's region} */
    public long objects() {
        return memory.get(JAVA_LONG, ControlLayout.OBJECTS);
    }

    public long stride() {
        return memory.get(JAVA_LONG, ControlLayout.STRIDE);
    }

    public void state(int pe, PeState state) {
        int before = (int) INT.getAndSet(memory, ControlLayout.at(pe, ControlLayout.STATE), state.ordinal());
        if (state == PeState.FINISHED && before != state.ordinal()) {
            INT.setRelease(memory, ControlLayout.LAST_FINISHED, pe);
            INT.getAndAdd(memory, ControlLayout.FINISHED, 1);
        }
    }

    public PeState state(int pe) {
        return STATES[Math.clamp(words.getIntAcquire(ControlLayout.at(pe, ControlLayout.STATE)), 0, STATES.length - 1)];
    }

    /**
     * {@return whether a PE has left the library for good} In a job that outlives its PEs one that has closed may still
     * fail, and come back.
     */
    boolean hasLeft(int pe) {
        return state(pe) == PeState.FINISHED && (!outlives() || ended(pe) == 0);
    }

    /** {@return a PE that {@link #hasLeft}, or -1} Usually takes one or two reads, because waiters ask often. */
    int finished() {
        if (words.getIntAcquire(ControlLayout.FINISHED) == 0) {
            return -1;
        }
        int last = words.getIntAcquire(ControlLayout.LAST_FINISHED);
        if (hasLeft(last)) {
            return last;
        }
        int nPes = nPes();
        for (int pe = 0; pe < nPes; pe++) {
            if (hasLeft(pe)) {
                return pe;
            }
        }
        return -1;
    }

    public void pid(int pe, long pid) {
        memory.set(JAVA_LONG, ControlLayout.at(pe, ControlLayout.PID), pid);
    }

    /** {@return a PE's process id, or 0 if it is unknown yet} */
    public long pid(int pe) {
        return memory.get(JAVA_LONG, ControlLayout.at(pe, ControlLayout.PID));
    }

    /** Publishes the kernel's id of a PE's main thread, if its process has several PEs. */
    public void thread(int pe, long thread) {
        memory.set(JAVA_LONG, ControlLayout.at(pe, ControlLayout.THREAD), thread);
    }

    /** {@return the kernel's id of a PE's main thread, or 0 if the PE has its own process} */
    public long thread(int pe) {
        return memory.get(JAVA_LONG, ControlLayout.at(pe, ControlLayout.THREAD));
    }

    /**
     * Publishes a PE's exit status. A PE in a shared process calls it, otherwise the launcher, for status 0 only. With
     * status 0, a PE that has closed a session without waiting arrives at its end.
     */
    public void ended(int pe, int status) {
        if (status == 0 && outlives() && state(pe) == PeState.FINISHED) {
            lives.arrive(Meeting.Purpose.END, pe, lives.held(Meeting.Purpose.END) + 1);
        }
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.ENDED), 1 + (status & 0xff));
    }

    /** {@return a PE's exit status, or -1 if it is unknown} */
    public int ended(int pe) {
        return (int) INT.getAcquire(memory, ControlLayout.at(pe, ControlLayout.ENDED)) - 1;
    }

    /** Records that a PE's main method has returned, in contrast to an exit. */
    public void returned(int pe) {
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.RETURNED), 1);
    }

    public boolean hasReturned(int pe) {
        return (int) INT.getAcquire(memory, ControlLayout.at(pe, ControlLayout.RETURNED)) != 0;
    }

    /** Makes the job outlive its PEs; called before any PE starts. */
    public void outlive() {
        memory.set(JAVA_INT, ControlLayout.OUTLIVES, 1);
    }

    public boolean outlives() {
        return memory.get(JAVA_INT, ControlLayout.OUTLIVES) != 0;
    }

    /** {@return whether all PEs have met in a recovery, so that a PE's next life need not wait for others} */
    public boolean haveMet() {
        return lives.held(Meeting.Purpose.RECOVERY) != 0;
    }

    /** {@return whether all PEs have finished a session together} */
    public boolean haveFinished() {
        return lives.held(Meeting.Purpose.END) != 0;
    }

    /** {@return the register of lives, for a job that outlives its PEs} */
    public Meeting.Register lives() {
        return lives;
    }

    /**
     * Records the death of a PE in a job that outlives it. One process at a time may call this; in a job that JVMs join
     * another one repeats it if the first is killed.
     */
    public void recordDeath(int pe, int status) {
        publishNoWait(pe);
        INT.getAndAdd(memory, ControlLayout.VARIABLE_SLEEPERS,
            -(int) INT.getAndSet(memory, ControlLayout.at(pe, ControlLayout.SLEEPERS), 0));
        state(pe, PeState.STARTED);
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.ENDED), 0);
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.RETURNED), 0);
        lives.recordDeath(pe, 1 + (joined() ? claimedLife(pe) : lives.life(pe)), status, pid(pe));
    }

    /** Records that a JVM becomes a PE, in the PE's present life. */
    public void claimed(int pe) {
        memory.set(JAVA_INT, ControlLayout.at(pe, ControlLayout.CLAIMED_LIFE), lives.life(pe));
    }

    private int claimedLife(int pe) {
        return memory.get(JAVA_INT, ControlLayout.at(pe, ControlLayout.CLAIMED_LIFE));
    }

    /** Publishes a meeting on which the head of several nodes has decided, and wakes the PEs of this node. */
    public void publish(Meeting.Purpose kind, int number, int[] atLives, boolean[] present) {
        lives.publish(kind, number, atLives, present);
        for (int pe = JobMemory.first(); pe < JobMemory.end(); pe++) {
            if (Bell.hasSleepers(pe)) {
                Bell.ring(this, pe);
            }
        }
    }

    /** Makes this a job that JVMs join, without a launcher. */
    public void joined(int cores) {
        memory.set(JAVA_INT, ControlLayout.CORES, cores);
        memory.set(JAVA_LONG, ControlLayout.LAUNCHER_PID, 0);
        INT.setRelease(memory, ControlLayout.JOINED, 1);
    }

    /** Registers this process as the agent of this node's joined JVMs. */
    public void served() {
        LONG.setRelease(memory, ControlLayout.LAUNCHER_PID, ProcessHandle.current().pid());
    }

    /** {@return whether JVMs join the job, without a launcher} */
    public boolean joined() {
        return (int) INT.getAcquire(memory, ControlLayout.JOINED) != 0;
    }

    /** {@return cores shared by the PEs of a joined job} */
    int cores() {
        return memory.get(JAVA_INT, ControlLayout.CORES);
    }

    public void membership(int pe, int membership) {
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.MEMBERSHIP), membership);
    }

    public int membership(int pe) {
        return words.getIntAcquire(ControlLayout.at(pe, ControlLayout.MEMBERSHIP));
    }

    /** {@return the process id of the launcher or of this node's agent, or 0 if there is none} */
    public long launcherPid() {
        return (long) LONG.getAcquire(memory, ControlLayout.LAUNCHER_PID);
    }

    public long startedMillis() {
        return memory.get(JAVA_LONG, ControlLayout.STARTED_MS);
    }

    public PublishedCounts counts(int pe) {
        long at = ControlLayout.at(pe, 0);
        return new PublishedCounts(memory.get(JAVA_INT, at + ControlLayout.COUNTING) != 0,
            (long) LONG.getOpaque(memory, at + ControlLayout.OPERATIONS),
            (long) LONG.getOpaque(memory, at + ControlLayout.MOVED_BYTES),
            (long) LONG.getOpaque(memory, at + ControlLayout.HEAP_USED));
    }

    void heapUsed(int pe, long bytes) {
        LONG.setOpaque(memory, ControlLayout.at(pe, ControlLayout.HEAP_USED), bytes);
    }

    void counting(int pe) {
        memory.set(JAVA_INT, ControlLayout.at(pe, ControlLayout.COUNTING), 1);
    }

    /** Counts an operation, by atomic additions: the PE's threads count concurrently, in a cache line of their own. */
    void count(int pe, long bytes) {
        long at = ControlLayout.at(pe, 0);
        LONG.getAndAdd(memory, at + ControlLayout.OPERATIONS, 1L);
        if (bytes != 0) {
            LONG.getAndAdd(memory, at + ControlLayout.MOVED_BYTES, bytes);
        }
    }

    /**
     * Records a PE's arrival at a collective. Reading the clock would delay a barrier, so the time is recorded only
     * while a PE waits or if {@code timed}. A PE without a time counts as first.
     */
    void arrived(int pe, long number, boolean timed) {
        long nanos = 0;
        if (timed || words.getLongAcquire(ControlLayout.AWAITED) >= number) {
            awaited(number);
            nanos = System.nanoTime() & ~NUMBER_BITS;
        }
        words.setLongRelease(arrival(pe, number), nanos | number & NUMBER_BITS);
    }

    /** Records that a PE waits in a collective. */
    void awaited(long number) {
        long before = words.getLongAcquire(ControlLayout.AWAITED);
        while (before < number) {
            long found = (long) LONG.compareAndExchange(memory, ControlLayout.AWAITED, before, number);
            before = found == before ? number : found;
        }
    }

    /**
     * {@return the last PE to arrive at a collective, or -1 if a PE has not arrived, or has called many others since}
     */
    int lastToCome(long number) {
        int nPes = nPes();
        int last = -1;
        long latest = NUMBER_BITS;
        for (int pe = 0; pe < nPes; pe++) {
            long arrival = (long) LONG.getOpaque(memory, arrival(pe, number));
            if ((arrival & NUMBER_BITS) != (number & NUMBER_BITS)) {
                return -1;
            }
            if (arrival > latest) {
                latest = arrival;
                last = pe;
            }
        }
        return last;
    }

    private static long arrival(int pe, long number) {
        return ControlLayout.at(pe, ControlLayout.ARRIVALS) + number % ControlLayout.ARRIVALS_KEPT * Long.BYTES;
    }

    void publishWait(int pe, ShmWaiter wait, long later) {
        long at = ControlLayout.at(pe, 0);
        byte[] facts = wait.shownFacts.getBytes(StandardCharsets.US_ASCII);
        int length = Math.min(facts.length, ControlLayout.MOST_FACTS);
        MemorySegment.copy(facts, 0, memory, JAVA_BYTE, at + ControlLayout.WAIT_MEMBERS, length);
        words.setInt(at + ControlLayout.WAIT_FACTS, length);
        wait.publish(words, at, later);
    }

    void publishNoWait(int pe) {
        words.setIntRelease(ControlLayout.at(pe, ControlLayout.WAIT_KIND), WaitKind.NONE.ordinal());
    }

    /** {@return a PE's wait, perhaps a mixture of two successive waits} */
    public PublishedWait wait(int pe) {
        long at = ControlLayout.at(pe, 0);
        WaitKind kind = waitKind(pe);
        return new PublishedWait(kind, memory.get(JAVA_INT, at + ControlLayout.WAIT_PEER),
            memory.get(JAVA_LONG, at + ControlLayout.WAIT_DETAIL), memory.get(JAVA_LONG, at + ControlLayout.WAIT_SINCE),
            memory.get(JAVA_INT, at + ControlLayout.WAIT_CELL_PE), memory.get(JAVA_LONG, at + ControlLayout.WAIT_CELL),
            memory.get(JAVA_INT, at + ControlLayout.WAIT_START), memory.get(JAVA_INT, at + ControlLayout.WAIT_STRIDE),
            memory.get(JAVA_INT, at + ControlLayout.WAIT_SIZE),
            PublishedWait.comparison(memory.get(JAVA_INT, at + ControlLayout.WAIT_CMP)),
            memory.get(JAVA_INT, at + ControlLayout.WAIT_WIDE) != 0,
            memory.get(JAVA_LONG, at + ControlLayout.WAIT_RIGHT),
            PublishedWait.routine(memory.get(JAVA_INT, at + ControlLayout.WAIT_ROUTINE)),
            memory.get(JAVA_INT, at + ControlLayout.WAIT_ROOT), waitMembers(at), waitFacts(at));
    }

    private String waitFacts(long at) {
        byte[] text = new byte[Math.clamp(memory.get(JAVA_INT, at + ControlLayout.WAIT_FACTS), 0,
            ControlLayout.MOST_FACTS)];
        MemorySegment.copy(memory, JAVA_BYTE, at + ControlLayout.WAIT_MEMBERS, text, 0, text.length);
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** {@return the members of the group that a PE waits for, if bits name them; else none} */
    private List<Integer> waitMembers(long at) {
        if (memory.get(JAVA_INT, at + ControlLayout.WAIT_SIZE) == 0
            || memory.get(JAVA_INT, at + ControlLayout.WAIT_STRIDE) != 0) {
            return List.of();
        }
        long[] bits = new long[ControlLayout.MEMBER_WORDS];
        MemorySegment.copy(memory, JAVA_LONG, at + ControlLayout.WAIT_MEMBERS, bits, 0, bits.length);
        return BitSet.valueOf(bits).stream().boxed().toList();
    }

    WaitKind waitKind(int pe) {
        return KINDS[Math.clamp((int) INT.getAcquire(memory, ControlLayout.at(pe, ControlLayout.WAIT_KIND)), 0,
            KINDS.length - 1)];
    }

    long waitCell(int pe) {
        return memory.get(JAVA_LONG, ControlLayout.at(pe, ControlLayout.WAIT_CELL));
    }

    int waitCellPe(int pe) {
        return memory.get(JAVA_INT, ControlLayout.at(pe, ControlLayout.WAIT_CELL_PE));
    }

    /** {@return whether the job was aborted} */
    public boolean aborting() {
        return words.getIntAcquire(ControlLayout.ABORTING) != 0;
    }

    public int abortStatus() {
        long report = report();
        return report < 0 ? 1 : memory.get(JAVA_INT, report + ControlLayout.REPORT_STATUS);
    }

    public int abortPe() {
        long report = report();
        return report < 0 ? -1 : memory.get(JAVA_INT, report + ControlLayout.REPORT_PE);
    }

    /** {@return the reason of the abort, or null if none was given} */
    public String abortReason() {
        long report = report();
        if (report < 0) {
            return "the processes that ended the job were killed while they said why";
        }
        int length = Math.clamp(memory.get(JAVA_INT, report + ControlLayout.REPORT_LENGTH), 0,
            ControlLayout.reasonBytes(nPes()));
        byte[] text = memory.asSlice(report + ControlLayout.REPORT_REASON, length).toArray(JAVA_BYTE);
        return length == 0 ? null : new String(text, StandardCharsets.UTF_8);
    }

    /** {@return the offset of the valid report, or -1 if all writers died before they had finished} */
    private long report() {
        int number = words.getIntAcquire(ControlLayout.ABORTING) - FIRST_REPORT;
        return number < ControlLayout.REPORTS ? ControlLayout.report(nPes(), number) : -1;
    }

    /** Aborts the job. The first call's status and reason count; the reason may be null. */
    public void abort(int pe, int status, String reason) {
        if (aborting()) {
            return;
        }
        int nPes = nPes();
        int number = Math.min((int) INT.getAndAdd(memory, ControlLayout.REPORTS_TAKEN, 1), ControlLayout.REPORTS);
        if (number < ControlLayout.REPORTS) {
            write(ControlLayout.report(nPes, number), ControlLayout.reasonBytes(nPes), pe, status, reason);
        } else {
            awaitReport();
        }
        INT.compareAndSet(memory, ControlLayout.ABORTING, 0, FIRST_REPORT + number);
        wakeVisitors();
    }

    /** Tells visitors that the job is over. */
    public void over() {
        INT.setVolatile(memory, ControlLayout.OVER, 1);
        wakeVisitors();
    }

    /** Wakes all visitors, after the store that they look for. */
    private void wakeVisitors() {
        if ((int) INT.getVolatile(memory, ControlLayout.VARIABLE_SLEEPERS) < 0) {
            int nPes = nPes();
            for (int pe = 0; pe < nPes; pe++) {
                wakeVisitors(pe);
            }
        }
    }

    /** Wakes visitors that wait for a PE's variables. */
    void wakeVisitors(int pe) {
        INT.getAndAdd(memory, ControlLayout.at(pe, ControlLayout.VISITORS), 1);
        Syscalls.wake(memory.address() + ControlLayout.at(pe, ControlLayout.VISITORS));
    }

    /** {@return the word on which visitors sleep that wait for a PE's variables} */
    int visitors(int pe) {
        return words.getIntAcquire(ControlLayout.at(pe, ControlLayout.VISITORS));
    }

    /** Sleeps as a visitor until a PE's word differs from one seen before, for a limited time. */
    void sleepAsVisitor(int pe, int seen, MemorySegment timeout, long nanos) {
        Syscalls.sleep(memory.address() + ControlLayout.at(pe, ControlLayout.VISITORS), seen, timeout, nanos);
    }

    /** Announces that a visitor is about to sleep. */
    void announceVisitor() {
        INT.getAndBitwiseOr(memory, ControlLayout.VARIABLE_SLEEPERS, Bell.VISITORS);
    }

    /** {@return whether the job is over, or being ended} */
    boolean isOver() {
        return aborting() || (int) INT.getAcquire(memory, ControlLayout.OVER) != 0;
    }

    /** Clears the visitors' bit; before the bells of all PEs are read. */
    void forgetVisitors() {
        if (words.getIntAcquire(ControlLayout.VARIABLE_SLEEPERS) < 0) {
            INT.getAndBitwiseAnd(memory, ControlLayout.VARIABLE_SLEEPERS, ~Bell.VISITORS);
        }
    }

    private void write(long report, int most, int pe, int status, String reason) {
        byte[] text = reason == null ? new byte[0] : utf8(reason, most);
        memory.set(JAVA_INT, report + ControlLayout.REPORT_STATUS, status);
        memory.set(JAVA_INT, report + ControlLayout.REPORT_PE, pe);
        memory.set(JAVA_INT, report + ControlLayout.REPORT_LENGTH, text.length);
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, report + ControlLayout.REPORT_REASON, text.length);
    }

    private void awaitReport() {
        long start = System.nanoTime();
        while (!aborting() && System.nanoTime() - start < Times.ABORT_REPORT_NANOS) {
            Waiter.park(REPORT_LOOK_NANOS);
        }
    }

    /** {@return a text in UTF-8, cut between two characters if it is too long} */
    static byte[] utf8(String text, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, most);
        while (length < bytes.length && bytes[length] < CONTINUED) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    void addVariableSleepers(int count) {
        INT.getAndAdd(memory, ControlLayout.VARIABLE_SLEEPERS, count);
    }

    /**
     * Adds to the sleepers of a PE that may die; {@return false if the end of the PE's life has subtracted them
     * already} A kill between the two counts leaves that of all PEs too large, which costs time only.
     */
    boolean addSleepersOf(int pe, int count) {
        long at = ControlLayout.at(pe, ControlLayout.SLEEPERS);
        if (count > 0) {
            addVariableSleepers(count);
            INT.getAndAdd(memory, at, count);
            return true;
        }
        int before = words.getIntAcquire(at);
        while (before > 0 && !INT.compareAndSet(memory, at, before, before + count)) {
            before = words.getIntAcquire(at);
        }
        if (before > 0) {
            addVariableSleepers(count);
        }
        return before > 0;
    }

    boolean hasVariableSleepers() {
        return words.getIntAcquire(ControlLayout.VARIABLE_SLEEPERS) != 0;
    }

    /** A PE's counts: whether it counts, its calls and the bytes they have moved since the start, and its heap use. */
    public record PublishedCounts(boolean counting, long operations, long bytes, long heapUsed) {
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Undisturbed;
import io.shmem4j.spi.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Shared knowledge of all accesses in a job: a sparse file beside the heap file, which all JVMs of the job map.
 *
 * <pre>
 *   0          counters: agents, sites, bytes of text
 *   4096       the latest tick of each PE, then the pairs that were reported
 *   agents     16 bytes each: PE (int), what it is (int), the thread it worked for (int), see {@link Agents}
 *   sites      8 bytes each: where its text lies (int), its length (int)
 *   text       of the sites
 *   snapshots  clocks of threads, see {@link Snapshots}
 *   words      what words that PEs wait on carry, see {@link CarriedOrder}
 *   arrivals   for each place of a team in the system zone, one of {@value #CALLS} calls in turn and each PE: who came
 *              to the collective, and when
 *   locks      an int for each {@value #BLOCK} bytes of the job's memory: 1 while somebody changes their shadow
 *   shadow     {@value Shadow#SLOTS} slots of 8 bytes for each 8 bytes of the job's memory
 * </pre>
 * Pages that nobody touches do not exist.
 */
public final class SharedState {
    static final int AGENTS = 1024;
    private static final int MOST_PES = 256;
    /** Looks at a lock before the waiter yields the core. */
    private static final int SPINS = 64;
    /** Most sites; 0 is an unknown one. */
    static final int SITES = 1 << 15;
    /** Bytes of memory with one lock. */
    static final int BLOCK = 512;
    static final long NEXT_AGENT = 0;
    static final long NEXT_SITE = 64;
    static final long NEXT_TEXT = 128;
    /** An int for each PE: its latest tick. */
    static final long TICKS = 4096;
    static final long PAIRS = TICKS + 1024 * 4L;
    static final int PAIR_COUNT = 1 << 13;
    static final long AGENT_TABLE = PAIRS + PAIR_COUNT * 8L;
    static final long SITE_TABLE = AGENT_TABLE + AGENTS * 16L;
    static final long TEXT = SITE_TABLE + SITES * 8L;
    static final long TEXT_BYTES = 8L << 20;
    static final long SNAPSHOTS = TEXT + TEXT_BYTES;
    static final long CARRIED = SNAPSHOTS + Snapshots.BYTES;
    private static final long ARRIVALS = CARRIED + CarriedOrder.BYTES;
    private static final int CALLS = 8;
    private static final String NAME = "races";

    final Words words;
    final MemorySegment memory;
    final int nPes;
    private final long locks;
    private final long shadowAt;
    private final long stride;
    final Agents agents;
    final Sites sites;
    final Snapshots snapshots;
    final Shadow shadow;
    final CarriedOrder carried;
    final Reports reports;
    /** The job's folder, null where this JVM has all PEs. */
    private final Path folder;
    /** The PEs of the job that this JVM has. */
    private final boolean[] present;

    private SharedState(MemorySegment memory, int nPes, Path folder) {
        this.folder = folder;
        this.memory = memory;
        this.words = Words.of(memory);
        this.nPes = nPes;
        this.stride = JobMemory.stride();
        this.locks = locks(nPes);
        this.shadowAt = shadow(nPes);
        this.agents = new Agents(this);
        this.sites = new Sites(this);
        this.snapshots = new Snapshots(words);
        this.shadow = new Shadow(this);
        this.carried = new CarriedOrder(this);
        this.reports = new Reports(this);
        this.present = new boolean[nPes];
    }

    private static long locks(int nPes) {
        return ARRIVALS + (long) SystemLayout.SLOT_COUNT * CALLS * nPes * Long.BYTES;
    }

    private static long shadow(int nPes) {
        return locks(nPes) + nPes * JobMemory.stride() / BLOCK * Integer.BYTES + 4095 & -4096;
    }

    /** Opens the state of a job; the job's first PE creates it. */
    public static SharedState open(Backend backend) {
        int nPes = backend.nPes();
        if (JobMemory.partial() || nPes > MOST_PES) {
            throw new IllegalStateException("PE " + backend.pe() + ": " + Setting.CHECK.source() + "=3 looks for races"
                + " in jobs of up to " + MOST_PES + " PEs on one machine; take 2 or less");
        }
        long bytes = shadow(nPes) + nPes * JobMemory.stride() * Shadow.SLOTS;
        Path folder = backend.folder();
        boolean shared = folder != null;
        try {
            Path file = shared ? folder.resolve(NAME)
                : Files.createTempFile(Path.of(Setting.SHM_DIR.value()), "shmem4j-races-", "");
            try {
                return Undisturbed.call(() -> {
                    try (FileChannel channel = open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                        return new SharedState(channel.map(MapMode.READ_WRITE, 0, bytes, Arena.global()), nPes, folder);
                    }
                });
            } finally {
                if (!shared) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("PE " + backend.pe() + ": the file in which races are looked for can't be"
                + " made: " + e.getMessage() + "; --shm-dir takes another memory file system", e);
        }
    }

    /** Opens a file that only the user can read and write, or makes it. */
    static FileChannel open(Path file, StandardOpenOption... how) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, how);
        return FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions
            .fromString("rw-------")));
    }

    /** {@return whether a PE may be one of this job; one that is there already is of the next job in this JVM} */
    public boolean admits(Backend backend) {
        int pe = backend.pe();
        boolean admitted = Objects.equals(backend.folder(), folder) && backend.nPes() == present.length
            && !present[pe];
        present[admitted ? pe : 0] |= admitted;
        return admitted;
    }

    private long arrival(Participants members, int pe, int call) {
        return ARRIVALS + (((long) members.slot() * CALLS + call % CALLS) * nPes + pe) * Long.BYTES;
    }

    /** A member comes to a collective, before it begins the call. */
    void arrives(Participants members, int pe, int call, int thread, int tick) {
        words.setLongRelease(arrival(members, pe, call), (long) thread << 32 | tick);
    }

    /**
     * {@return thread and tick of a member at a call; a member further ahead has written later ones, whose clocks cover
     * more}
     */
    long arrived(Participants members, int pe, int call) {
        return words.getLongAcquire(arrival(members, pe, call));
    }

    /** {@return where the slots of an address begin} */
    long slots(int pe, long offset) {
        return shadowAt + (pe * stride + (offset & -8L)) * Shadow.SLOTS;
    }

    /** {@return whether these bytes are in a program's heap or another part of a PE's region} */
    boolean has(int pe, long offset, long bytes) {
        return pe >= 0 && pe < nPes && offset >= 0 && bytes >= 0 && offset <= stride - bytes;
    }

    void lock(int pe, long offset) {
        acquire(locks + (pe * stride + offset) / BLOCK * Integer.BYTES);
    }

    void unlock(int pe, long offset) {
        words.setIntRelease(locks + (pe * stride + offset) / BLOCK * Integer.BYTES, 0);
    }

    /**
     * Gets a lock that is held for some hundred instructions. Its owner may have lost its core, or its life: then a
     * member of the job ends the wait.
     */
    void acquire(long lock) {
        for (int tries = 0; words.getIntAcquire(lock) != 0 || words.compareAndExchangeInt(lock, 0, 1) != 0; tries++) {
            ThreadRaces known = PeRaces.known();
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else if (known == null) {
                Thread.yield();
            } else {
                known.pe.backend.pause(tries);
            }
        }
    }

    void release(long lock) {
        words.setIntRelease(lock, 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.config.Platform;
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
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * The detector's state that a job's JVMs share: a sparse file next to the heap file, mapped by all of them.
 *
 * <pre>
 *   0          counters: agents, sites, bytes of text
 *   4096       the latest tick of each PE, then the pairs that were reported
 *   agents     16 bytes each: PE (int), kind (int), thread of its latest operation (int), see {@link Agents}
 *   sites      8 bytes each: offset of the text (int), its length (int)
 *   checks     for each site of a store, that of the load that a PE has made before it, or 0 (int)
 *   text       of the sites
 *   snapshots  clocks of threads, see {@link Snapshots}
 *   words      order that words carry, see {@link CarriedOrder}
 *   arrivals   for each team slot of the system zone, each of the last {@value #CALLS} calls and each PE: thread and
 *              tick of the arrival at the collective
 *   locks      an int for each {@value #BLOCK} bytes of the job's memory: 1 while a thread changes their shadow
 *   shadow     {@value Shadow#SLOTS} slots of 8 bytes for each 8 bytes of the job's memory
 * </pre>
 * Untouched pages take no memory.
 */
public final class SharedState {
    static final int AGENTS = 1024;
    private static final int MOST_PES = 256;
    /** Attempts to get a lock before the waiter yields. */
    private static final int SPINS = 64;
    /** Maximum number of call sites; 0 means unknown. */
    static final int SITES = 1 << 15;
    /** Bytes of memory per lock. */
    static final int BLOCK = 512;
    static final long NEXT_AGENT = 0;
    static final long NEXT_SITE = 64;
    static final long NEXT_TEXT = 128;
    /** Offset of the latest tick of each PE, an int. */
    static final long TICKS = 4096;
    static final long PAIRS = TICKS + 1024 * 4L;
    static final int PAIR_COUNT = 1 << 13;
    static final long AGENT_TABLE = PAIRS + PAIR_COUNT * 8L;
    static final long SITE_TABLE = AGENT_TABLE + AGENTS * 16L;
    static final long CHECKS = SITE_TABLE + SITES * 8L;
    static final long TEXT = CHECKS + SITES * 4L;
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
    /** The job's folder, or null if all PEs are in this JVM. */
    private final Path folder;
    /** Which PEs of the job are in this JVM. */
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

    /** Opens the state of a job; the first PE creates it. */
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

    /** Opens or creates a file that only its owner can access. */
    static FileChannel open(Path file, StandardOpenOption... how) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, how);
        return FileChannel.open(file, options, Platform.ownersOnly());
    }

    /** {@return whether a PE may belong to this job; if it is already present, it belongs to this JVM's next job} */
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

    /** Records a member's arrival at a collective, before the call. */
    void arrives(Participants members, int pe, int call, int thread, int tick) {
        words.setLongRelease(arrival(members, pe, call), (long) thread << 32 | tick);
    }

    /**
     * {@return a member's thread and tick at a collective} If the member is already further, its later arrival is
     * returned, whose clock covers more.
     */
    long arrived(Participants members, int pe, int call) {
        return words.getLongAcquire(arrival(members, pe, call));
    }

    /** {@return the offset of the slots for an address} */
    long slots(int pe, long offset) {
        return shadowAt + (pe * stride + (offset & -8L)) * Shadow.SLOTS;
    }

    /** {@return whether the bytes are part of a PE's memory} */
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
     * Acquires a spin lock. Its owner may have been descheduled or killed; in the second case another member ends the
     * job and thereby this wait.
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.config.Setting;
import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;

/**
 * Sees every access of a program to symmetric memory and every call that orders accesses, to find unordered ones: the
 * highest level of checking. Callers ask the constant {@link #ON} first, so the compiled code has nothing of it, and no
 * class of a detector is loaded, where it is off.
 *
 * <p>A context's accesses go through a backend of its own, {@link #watched}; single accesses to a copy in this PE's
 * reach, waits, locks and collectives are announced. A place is the PE whose memory it is, by its world number, and an
 * offset in its region; offsets and lengths are in bytes.
 */
public abstract class RaceDetector {
    /** Whether races are detected. */
    public static final boolean ON = Setting.CHECK.intValue() >= 3;
    /**
     * Level at which the detector also reports waits for words that are stored by other means than atomics and signals.
     */
    public static final boolean STRICT = Setting.CHECK.intValue() >= 4;
    /** The class of the detector, which is in a separate module. */
    private static final String NAME = "io.shmem4j.race.Detector";

    public static RaceDetector get() {
        return Found.DETECTOR;
    }

    /** {@return the events of the calling thread, which belongs to a PE} */
    public static Events of(Backend backend) {
        return get().events(backend);
    }

    /** {@return the backend through which a new context accesses memory} */
    public abstract Backend watched(Backend backend);

    /** {@return the events of the calling thread} */
    protected abstract Events events(Backend backend);

    public abstract void load(MemorySegment segment, long offset, long bytes);

    public abstract void store(MemorySegment segment, long offset, long bytes);

    /** Events of a thread of the program. */
    public interface Events {
        void load(int pe, long offset, long bytes);

        void store(int pe, long offset, long bytes);

        /** A load of the program has seen a value, so later accesses are ordered after those before its store. */
        void acquired(int pe, long offset, int bytes, long value);

        /** A store of the program that other PEs may synchronize with, before it happens. */
        void releases(int pe, long offset, int bytes, long value);

        /** {@return whether the program reports, after the current wait, if it uses the value} */
        boolean reportsUse();

        /**
         * A wait or a successful test of this PE's own copy has seen a value, of all those that are enough; these are
         * null where the program may use the value itself.
         */
        void waited(long offset, int bytes, long value, LongPredicate enough);

        void locked(long offset);

        void unlocks(long offset);

        /** This PE enters a collective; {@code root} is the index of the member that the others depend on, or -1. */
        void arrives(Participants members, Routine routine, int root);

        /** Moves of the collective that this PE has entered. */
        void moves(Move move);

        void departs();
    }

    /** The members of a collective; one object for each group of this PE. */
    public interface Participants {
        int size();

        int me();

        /** {@return number of the group's place in the system zone, the same on all members} */
        int slot();

        int world(int index);
    }

    /**
     * The memory of a collective.
     *
     * @param routine      which
     * @param root         index of the root, or -1
     * @param dest         offset of the result
     * @param destStride   bytes from one element of the result to the next, 0 where they lie together
     * @param source       offset of the operands
     * @param sourceStride the same for these
     * @param element      bytes of an element
     * @param bytes        length of what one member gives, or gives to each other
     */
    public record Move(Routine routine, int root, long dest, long destStride, long source, long sourceStride,
        int element, long bytes) {
    }

    private static RaceDetector find() {
        try {
            return (RaceDetector) Class.forName(NAME, true, ClassLoader.getSystemClassLoader()).getConstructor()
                .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(Setting.CHECK.source() + "=3 looks for races, and the class path has no "
                + NAME + ": add shmem-race's jar, or start the program with oshrun --race", e);
        }
    }

    private static final class Found {
        static final RaceDetector DETECTOR = find();
    }
}

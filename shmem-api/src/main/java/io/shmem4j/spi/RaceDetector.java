// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.config.Setting;
import java.util.function.LongPredicate;

/**
 * Observes every access of a program to symmetric memory and every call that orders accesses, to find unordered ones:
 * the highest level of checking. Callers check the constant {@link #ON} first, so if it is off, nothing of this is
 * compiled and no class of a detector is loaded.
 *
 * <p>A context's accesses go through a backend of its own, {@link #watched}, loads and stores by objects and views
 * through {@link #viewed}; waits, locks and collectives are announced. An address is a PE's world number and an offset
 * in its region; offsets and lengths are in bytes.
 */
public abstract class RaceDetector {
    public static final boolean ON = Setting.CHECK.intValue() >= 3;
    /** Level that also reports waits for words which the program stores by other means than atomics and signals. */
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

    /** {@return {@code views}, through which threads of the PE load and store, with all accesses reported} */
    public abstract Backend viewed(Backend backend, Backend views);

    protected abstract Events events(Backend backend);

    /** Events of a thread of the program. */
    public interface Events {
        void load(int pe, long offset, long bytes);

        void store(int pe, long offset, long bytes);

        /** A load of the program has seen a value: later accesses are ordered after those before its store. */
        void acquired(int pe, long offset, int bytes, long value);

        /** The program is about to store a value that other PEs may synchronize with. */
        void releases(int pe, long offset, int bytes, long value);

        /** {@return whether the program reports, after the current wait, if it uses the value} */
        boolean reportsUse();

        /**
         * A wait or a successful test of this PE's own copy has seen a value. {@code enough} accepts all values that
         * satisfy it, and is null if the program may use the value itself.
         */
        void waited(long offset, int bytes, long value, LongPredicate enough);

        void locked(long offset);

        void unlocks(long offset);

        /** This PE enters a collective; {@code root} is the index of the member that the others depend on, or -1. */
        void arrives(Participants members, Routine routine, int root);

        /** The memory accesses of the collective that this PE has entered. */
        void moves(Move move);

        void departs();
    }

    /** The members of a collective; one object per group of this PE. */
    public interface Participants {
        int size();

        int me();

        /** {@return the group's slot in the system zone, the same on all members} */
        int slot();

        int world(int index);
    }

    /**
     * The memory accesses of a collective.
     *
     * @param routine      the collective
     * @param root         index of the root, or -1
     * @param dest         offset of the result
     * @param destStride   bytes between elements of the result, 0 if they are contiguous
     * @param source       offset of the operands
     * @param sourceStride bytes between elements of the operands, 0 if they are contiguous
     * @param element      bytes of an element
     * @param bytes        bytes that one member gives in all, or to each other member
     */
    public record Move(Routine routine, int root, long dest, long destStride, long source, long sourceStride,
        int element, long bytes) {
    }

    private static RaceDetector find() {
        try {
            return (RaceDetector) Host.create(NAME);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(Setting.CHECK.source() + "=3 looks for races, and the class path has no "
                + NAME + ": add shmem-race's jar, or start the program with oshrun --race", e);
        }
    }

    private static final class Found {
        static final RaceDetector DETECTOR = find();
    }
}

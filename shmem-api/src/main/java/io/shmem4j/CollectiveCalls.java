// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;

/** Checks the arguments of a team's collectives, for all element types, and reports the calls. */
final class CollectiveCalls {
    private final Team team;

    CollectiveCalls(Team team) {
        this.team = team;
    }

    void reduce(Kernel kernel, Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = bytes(dest, elements);
        long to = offset(dest, elements);
        long from = offset(source, elements);
        Misuse.overlap(dest, to, bytes, source, from, bytes, true);
        Routine routine = Hook.ON ? Routine.reduction(kernel.operator()) : null;
        long token = Hook.ON ? enter(routine, dest, source, elements, ", operator " + kernel.operator()) : 0;
        collectives.reduce(options(), kernel, to, from, bytes);
        if (Hook.ON) {
            team.leave(routine, bytes, token);
        }
    }

    void scan(Kernel kernel, Symmetric dest, Symmetric source, long elements, boolean inclusive) {
        Collectives collectives = team.collectives();
        long bytes = bytes(dest, elements);
        long to = offset(dest, elements);
        long from = offset(source, elements);
        Misuse.overlap(dest, to, bytes, source, from, bytes, true);
        Routine routine = inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN;
        long token = Hook.ON ? enter(routine, dest, source, elements, "") : 0;
        collectives.scan(options(), kernel, to, from, bytes, inclusive);
        if (Hook.ON) {
            team.leave(routine, bytes, token);
        }
    }

    void broadcast(Symmetric dest, Symmetric source, long elements, int root) {
        Collectives collectives = team.collectives();
        requireMember(root, collectives.group().size());
        long bytes = bytes(dest, elements);
        long to = offset(dest, elements);
        long from = offset(source, elements);
        Misuse.overlap(dest, to, bytes, source, from, bytes, true);
        long token = Hook.ON ? enter(Routine.BROADCAST, root, dest, source, elements, ", root " + root) : 0;
        collectives.broadcast(options(), to, from, bytes, root);
        if (Hook.ON) {
            team.leave(Routine.BROADCAST, bytes, token);
        }
    }

    void fcollect(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = bytes(dest, elements);
        long all = Fault.times(elements, collectives.group().size());
        long to = offset(dest, all);
        long from = offset(source, elements);
        Misuse.overlap(dest, to, bytes(dest, all), source, from, bytes, false);
        long token = Hook.ON ? enter(Routine.FCOLLECT, dest, source, elements, "") : 0;
        collectives.fcollect(options(), to, from, bytes);
        if (Hook.ON) {
            team.leave(Routine.FCOLLECT, bytes, token);
        }
    }

    void collect(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = bytes(source, elements);
        long room = dest == null || source == null ? Fault.nothing("object", elements) : dest.byteSize();
        long to = offset(dest, 0);
        long from = offset(source, elements);
        Misuse.overlap(dest, to, Math.min(bytes, room), source, from, bytes, false);
        long token = Hook.ON ? team.enter(Routine.COLLECT, -1, Check.FULL ? words(dest, source) : "",
            Check.FULL ? length(elements) : "", bytes) : 0;
        if (Check.RACES) {
            reportMove(Routine.COLLECT, -1, dest, 1, source, 1, elements);
        }
        long all = collectives.collect(options(), to, room, from, bytes);
        if (Check.RACES && dest != null && all <= room) {
            reportUse(dest, all / dest.elementBytes(), null, 0);
        }
        if (Hook.ON) {
            team.leave(Routine.COLLECT, bytes, token);
        }
        if (all > room) {
            throw dest == null || source == null ? Misuse.leftOut(dest, "other members give elements")
                : Misuse.index(dest, 0, all / dest.elementBytes());
        }
    }

    /** {@return the number of elements from each member} */
    long[] collectv(Symmetric dest, Symmetric source, long elements) {
        return team.collectives().whole(() -> collected(dest, source, elements));
    }

    private long[] collected(Symmetric dest, Symmetric source, long elements) {
        collect(dest, source, elements);
        long[] counts = new long[team.nPes()];
        int size = source == null ? 1 : source.elementBytes();
        for (int i = 0; i < counts.length; i++) {
            counts[i] = team.collectives().collected(i) / size;
        }
        return counts;
    }

    void gather(Symmetric dest, Symmetric source, long elements, int root) {
        withRoot(Routine.GATHER, dest, source, elements, root);
    }

    void scatter(Symmetric dest, Symmetric source, long elements, int root) {
        withRoot(Routine.SCATTER, dest, source, elements, root);
    }

    /** Gathers blocks in the root's dest, or scatters those of its source. */
    private void withRoot(Routine routine, Symmetric dest, Symmetric source, long elements, int root) {
        Collectives collectives = team.collectives();
        int size = collectives.group().size();
        requireMember(root, size);
        if (elements != 0 && (dest == null || source == null)) {
            throw Misuse.leftOut(dest, "the count is " + elements);
        }
        boolean gathers = routine == Routine.GATHER;
        boolean isRoot = root == collectives.group().me();
        long all = Fault.times(elements, size);
        // Only the root uses the long object, but the other members address it by the offset of their own argument.
        long to = offset(dest, gathers ? all : elements);
        long from = offset(source, gathers ? elements : all);
        long inDest = gathers ? isRoot ? all : 0 : elements;
        long inSource = gathers ? elements : isRoot ? all : 0;
        long bytes = bytes(source, elements);
        Misuse.overlap(dest, to, bytes(dest, inDest), source, from, bytes(source, inSource), false);
        String words = Check.FULL ? words(dest, source) + length(elements) + ", root " + root : "";
        long token = Hook.ON ? team.enter(routine, root, words, "", bytes) : 0;
        reportUse(dest, inDest, source, inSource);
        if (gathers) {
            collectives.gather(options(), to, from, bytes, root);
        } else {
            collectives.scatter(options(), to, from, bytes, root);
        }
        if (Hook.ON) {
            team.leave(routine, bytes, token);
        }
    }

    static void requireMember(int root, int size) {
        if (Integer.compareUnsigned(root, size) >= 0) {
            throw Fault.root(root, size);
        }
    }

    /** {@return the number of elements that each member has sent to this one} */
    long[] alltoallv(Symmetric dest, Symmetric source, long[] counts) {
        Collectives collectives = team.collectives();
        int size = collectives.group().size();
        if (Fault.required(counts, "counts").length != size) {
            throw new IllegalArgumentException(Fault.where() + ": " + counts.length + " counts for a team of "
                + size);
        }
        long sent = 0;
        long[] lengths = new long[size];
        for (int i = 0; i < size; i++) {
            if (counts[i] < 0) {
                throw Misuse.index(Fault.required(source, "object"), 0, counts[i]);
            }
            sent = Math.addExact(sent, counts[i]);
            lengths[i] = bytes(source, counts[i]);
        }
        long room = dest == null || source == null ? 0 : dest.byteSize();
        long to = offset(dest, 0);
        long from = offset(source, sent);
        Misuse.overlap(dest, to, room, source, from, bytes(source, sent), false);
        String words = Check.FULL ? words(dest, source) : "";
        long token = Hook.ON ? team.enter(Routine.ALLTOALLV, -1, words, "", bytes(source, sent)) : 0;
        reportUse(dest, 0, source, sent);
        long[] received = new long[size];
        int element = source == null ? 1 : source.elementBytes();
        long all = collectives.alltoallv(options(), to, room, from, lengths, received);
        for (int i = 0; i < size; i++) {
            received[i] /= element;
        }
        if (Check.RACES && all <= room) {
            reportUse(dest, all / element, source, 0);
        }
        if (Hook.ON) {
            team.leave(Routine.ALLTOALLV, bytes(source, sent), token);
        }
        if (all > room) {
            throw dest == null || source == null ? Misuse.leftOut(dest, "elements are sent to this member")
                : Misuse.index(dest, 0, all / element);
        }
        return received;
    }

    /** Reports to the race detector the elements of this PE's copies that the collective stores and loads. */
    private void reportUse(Symmetric dest, long stored, Symmetric source, long loaded) {
        if (Check.RACES && stored > 0) {
            RaceDetector.of(team.library.backend()).store(team.library.pe(), dest.offset,
                stored * dest.elementBytes());
        }
        if (Check.RACES && loaded > 0) {
            RaceDetector.of(team.library.backend()).load(team.library.pe(), source.offset,
                loaded * source.elementBytes());
        }
    }

    void alltoall(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long all = Fault.times(elements, collectives.group().size());
        long bytes = bytes(dest, elements);
        long to = offset(dest, all);
        long from = offset(source, all);
        Misuse.overlap(dest, to, bytes(dest, all), source, from, bytes(dest, all), false);
        long token = Hook.ON ? enter(Routine.ALLTOALL, dest, source, elements, "") : 0;
        collectives.alltoall(options(), to, from, bytes);
        if (Hook.ON) {
            team.leave(Routine.ALLTOALL, bytes(dest, all), token);
        }
    }

    void alltoalls(Symmetric dest, Symmetric source, long destStride, long sourceStride, long elements) {
        Collectives collectives = team.collectives();
        long all = Fault.times(elements, collectives.group().size());
        int size = (int) bytes(dest, Math.min(all, 1));
        long to = Symmetric.strided(dest, 0, destStride, 1, all);
        long from = Symmetric.strided(source, 0, sourceStride, 1, all);
        Misuse.overlap(dest, to, Fault.span(destStride, 1, all) * size, source, from,
            Fault.span(sourceStride, 1, all) * size, false);
        long token = Hook.ON
            ? enter(Routine.ALLTOALLS, dest, source, elements, ", strides " + destStride + " and " + sourceStride) : 0;
        if (Check.RACES) {
            reportMove(Routine.ALLTOALLS, -1, dest, destStride, source, sourceStride, elements);
        }
        collectives.alltoalls(options(), to, destStride * size, from, sourceStride * size, size, elements);
        if (Hook.ON) {
            team.leave(Routine.ALLTOALLS, all * size, token);
        }
    }

    private CollectiveOptions options() {
        return team.options;
    }

    private long enter(Routine routine, Symmetric dest, Symmetric source, long elements, String more) {
        return enter(routine, -1, dest, source, elements, more);
    }

    private long enter(Routine routine, int root, Symmetric dest, Symmetric source, long elements, String more) {
        String words = Check.FULL ? words(dest, source) + length(elements) + more : "";
        long token = team.enter(routine, root, words, "", bytes(dest, elements));
        if (Check.RACES && routine != Routine.ALLTOALLS) {
            reportMove(routine, root, dest, 1, source, 1, elements);
        }
        return token;
    }

    /** Reports to the race detector the accesses of the collective that was just entered. */
    private void reportMove(Routine routine, int root, Symmetric dest, long destStride, Symmetric source,
        long sourceStride, long elements) {
        if (dest != null && source != null) {
            int size = dest.elementBytes();
            RaceDetector.of(team.library.backend()).moves(new RaceDetector.Move(routine, root, dest.offset,
                destStride * size, source.offset, sourceStride * size, size, elements * source.elementBytes()));
        }
    }

    private static String length(long elements) {
        return elements == 1 ? ", 1 element" : ", " + elements + " elements";
    }

    private static String words(Symmetric dest, Symmetric source) {
        return (source == null ? "" : " of " + source.getClass().getSimpleName()) + ", dest " + words(dest)
            + ", source " + words(source);
    }

    private static String words(Symmetric object) {
        return object == null ? "null" : object.name() + " at heap offset " + object.heapOffset();
    }

    /** {@return an argument's offset in a PE's region; null is allowed only without elements} */
    private static long offset(Symmetric object, long elements) {
        return object == null ? Fault.nothing("object", elements) : object.start(elements);
    }

    /** {@return size in bytes; null is allowed only without elements, and has size 0} */
    private static long bytes(Symmetric object, long elements) {
        return object == null ? Fault.nothing("object", elements) : elements * object.elementBytes();
    }
}

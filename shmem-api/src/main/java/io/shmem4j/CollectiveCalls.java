// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.Collectives;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Routine;

/** What the collectives of a team do for all element types alike: they check their arguments and report their calls. */
final class CollectiveCalls {
    private final Team team;

    CollectiveCalls(Team team) {
        this.team = team;
    }

    void reduce(Kernel kernel, Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = elements * dest.elementBytes();
        long to = dest.address(0, elements);
        long from = source.address(0, elements);
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
        long bytes = elements * dest.elementBytes();
        long to = dest.address(0, elements);
        long from = source.address(0, elements);
        Misuse.overlap(dest, to, bytes, source, from, bytes, true);
        Routine routine = inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN;
        long token = Hook.ON ? enter(routine, dest, source, elements, "") : 0;
        collectives.scan(options(), kernel, to, from, bytes, inclusive);
        if (Hook.ON) {
            team.leave(routine, bytes, token);
        }
    }

    void spread(Symmetric dest, Symmetric source, long elements, int root) {
        Collectives collectives = team.collectives();
        if (Integer.compareUnsigned(root, collectives.group().size()) >= 0) {
            throw Fault.root(root, collectives.group().size());
        }
        long bytes = elements * dest.elementBytes();
        long to = dest.address(0, elements);
        long from = source.address(0, elements);
        Misuse.overlap(dest, to, bytes, source, from, bytes, true);
        long token = Hook.ON ? enter(Routine.BROADCAST, dest, source, elements, ", root " + root) : 0;
        collectives.broadcast(options(), to, from, bytes, root);
        if (Hook.ON) {
            team.leave(Routine.BROADCAST, bytes, token);
        }
    }

    void gather(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = elements * dest.elementBytes();
        long all = Math.multiplyExact(elements, collectives.group().size());
        long to = dest.address(0, all);
        long from = source.address(0, elements);
        Misuse.overlap(dest, to, all * dest.elementBytes(), source, from, bytes, false);
        long token = Hook.ON ? enter(Routine.FCOLLECT, dest, source, elements, "") : 0;
        collectives.fcollect(options(), to, from, bytes);
        if (Hook.ON) {
            team.leave(Routine.FCOLLECT, bytes, token);
        }
    }

    void gatherAny(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long bytes = elements * source.elementBytes();
        long to = dest.address(0, 0);
        long from = source.address(0, elements);
        Misuse.overlap(dest, to, Math.min(bytes, dest.byteSize()), source, from, bytes, false);
        long token = Hook.ON ? team.enter(Routine.COLLECT, Check.FULL ? words(dest, source) : "",
            Check.FULL ? ", " + elements + " elements" : "", bytes) : 0;
        long all = collectives.collect(options(), to, dest.byteSize(), from, bytes);
        if (Hook.ON) {
            team.leave(Routine.COLLECT, bytes, token);
        }
        if (all > dest.byteSize()) {
            throw Misuse.index(dest, 0, all / dest.elementBytes());
        }
    }

    void exchange(Symmetric dest, Symmetric source, long elements) {
        Collectives collectives = team.collectives();
        long all = Math.multiplyExact(elements, collectives.group().size());
        long bytes = elements * dest.elementBytes();
        long to = dest.address(0, all);
        long from = source.address(0, all);
        Misuse.overlap(dest, to, all * dest.elementBytes(), source, from, all * dest.elementBytes(), false);
        long token = Hook.ON ? enter(Routine.ALLTOALL, dest, source, elements, "") : 0;
        collectives.alltoall(options(), to, from, bytes);
        if (Hook.ON) {
            team.leave(Routine.ALLTOALL, all * dest.elementBytes(), token);
        }
    }

    void exchange(Symmetric dest, Symmetric source, long destStride, long sourceStride, long elements) {
        Collectives collectives = team.collectives();
        long all = Math.multiplyExact(elements, collectives.group().size());
        int size = dest.elementBytes();
        long to = dest.strided(0, destStride, 1, all);
        long from = source.strided(0, sourceStride, 1, all);
        long span = all == 0 ? 0 : all - 1;
        Misuse.overlap(dest, to, (span * destStride + 1) * size, source, from, (span * sourceStride + 1) * size, false);
        long token = Hook.ON
            ? enter(Routine.ALLTOALLS, dest, source, elements, ", strides " + destStride + " and " + sourceStride) : 0;
        collectives.alltoalls(options(), to, destStride * size, from, sourceStride * size, size, elements);
        if (Hook.ON) {
            team.leave(Routine.ALLTOALLS, all * size, token);
        }
    }

    private CollectiveOptions options() {
        return team.options;
    }

    private long enter(Routine routine, Symmetric dest, Symmetric source, long elements, String more) {
        return team.enter(routine, Check.FULL ? words(dest, source) + ", " + elements + " elements" + more : "", "",
            elements * dest.elementBytes());
    }

    private static String words(Symmetric dest, Symmetric source) {
        return " of " + source.getClass().getSimpleName() + ", dest " + dest.name() + " at heap offset "
            + dest.heapOffset() + ", source " + source.name() + " at heap offset " + source.heapOffset();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.cfd.PeGrid.X;
import static io.shmem4j.nas.cfd.PeGrid.Y;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * LU's messages along x and y: in each plane of a sweep the adjacent line and column, and after a step two layers of
 * unknowns from each side.
 *
 * <p>Each message has its own signal on the reader. With direct transfer it stays in the sender's memory, else it is
 * put into the reader's. No message is acknowledged, and none is overwritten before it has been read: in a plane, the
 * backward sweep follows the readers' backward sweep; the forward sweep, the right-hand side and the next layers follow
 * the layers that all neighbours send after their sweeps.
 */
final class PencilExchange {
    private static final int WORDS = FlowLayout.CACHE_LINE / Long.BYTES;
    private static final int AXES = 2;
    private static final int WAYS = 2;
    private static final int SWEEPS = AXES * WAYS;

    private final Pencil pencil;
    private final PeGrid pes;
    private final Shmem shmem;
    private final int me;
    private final boolean direct;
    private final SymmetricLongs words;
    private final DoubleView[] views;
    /** Other PEs' memory, null where it is not mapped. */
    private final MemorySegment[] mapped;
    /** Buffer that simulated machines read put messages into; null elsewhere. */
    private final double[] fetched;
    private final Layers layers;
    private final FlowWork work;
    /** Columns of points by plane: received from one neighbour, then overwritten by those for the other. */
    private final long columns;
    /** Zeros that stand for a message from outside of the grid. */
    private final long zeros;
    /** Buffer of a parcel on its way. */
    private final long buffer;
    private final List<Parcel> parcels = new ArrayList<>();
    private long sweep;
    private long steps;

    PencilExchange(KernelHeap heap, Pencil pencil, FlowWork work, Transfer transfer) {
        this.pencil = pencil;
        this.work = work;
        pes = pencil.pes;
        shmem = pencil.shmem;
        me = shmem.myPe();
        direct = transfer == Transfer.DIRECT;
        layers = new Layers(pencil.layout);
        columns = pencil.workspace.piece(pes.n() * columnBytes(pes));
        zeros = pencil.workspace.piece(longest(pes, pencil.layout));
        buffer = pencil.workspace.piece(parcelBytes(pes));
        fetched = VirtualTime.isOn(shmem) ? new double[(int) (Math.max(parcelBytes(pes), longest(pes, pencil.layout))
            / Double.BYTES)] : null;
        for (int axis = X; axis <= Y; axis++) {
            for (int distance = 1; distance <= reach(pes, axis); distance++) {
                parcels.add(new Parcel(axis, distance));
                parcels.add(new Parcel(axis, -distance));
            }
        }
        words = heap.longs((long) (SWEEPS + parcels.size()) * WORDS, FlowLayout.CACHE_LINE, "messages of neighbours");
        views = new DoubleView[shmem.nPes()];
        mapped = new MemorySegment[shmem.nPes()];
        Arrays.setAll(views, pe -> shmem.view(pencil.memory, pe));
        Arrays.setAll(mapped, pe -> shmem.ptr(pencil.memory, pe));
    }

    static long bytes(PeGrid pes, FlowLayout layout) {
        int parcels = 2 * (reach(pes, X) + reach(pes, Y));
        return pes.n() * columnBytes(pes) + longest(pes, layout) + (1 + parcels) * parcelBytes(pes);
    }

    /** {@return how many PEs away layers come from: 2 if some PE has a single point} */
    private static int reach(PeGrid pes, int axis) {
        int parts = pes.parts(axis);
        return parts == 1 ? 0 : parts * FlowLayout.GHOSTS <= pes.inner() ? 1 : FlowLayout.GHOSTS;
    }

    private static long columnBytes(PeGrid pes) {
        return aligned(pes.most(Y));
    }

    private static long parcelBytes(PeGrid pes) {
        int across = Math.max(pes.columns() == 1 ? 0 : pes.most(Y), pes.rows() == 1 ? 0 : pes.most(X));
        return aligned((long) FlowLayout.GHOSTS * across * pes.inner());
    }

    /** {@return bytes of the longest message of a sweep} */
    private static long longest(PeGrid pes, FlowLayout layout) {
        return Math.max(columnBytes(pes), layout.line);
    }

    /** {@return bytes of the unknowns of some points, in whole cache lines} */
    private static long aligned(long points) {
        return (points * FlowConstants.UNKNOWNS + WORDS - 1) / WORDS * FlowLayout.CACHE_LINE;
    }

    private void send(long from, long to, long numbers, Signal signal, long number, int pe) {
        if (direct) {
            shmem.fence();
            shmem.signalSet(signal, number, pe);
        } else {
            shmem.putSignal(pencil.memory, to, pencil.memory, from, numbers, signal, number, SignalOp.SET, pe);
        }
    }

    /** {@return the address of a message from a PE, after its signal} */
    private long receive(long there, long here, long numbers, Signal signal, long number, int pe) {
        signal.waitUntil(Cmp.GE, number);
        if (direct && mapped[pe] != null) {
            return mapped[pe].address() + there * Double.BYTES;
        }
        if (direct) {
            views[me].copy(here, views[pe], there, numbers);
        } else if (fetched != null) {
            views[me].get(here, fetched, 0, (int) numbers);
        }
        return pencil.memory.local().address() + here * Double.BYTES;
    }

    /** Updates the two ghost layers on each side. */
    void ghosts() {
        steps++;
        parcels.forEach(Parcel::send);
        parcels.forEach(Parcel::receive);
    }

    /** {@return the address of the predecessor points along an axis, after the neighbour has computed them} */
    long await(int axis, boolean goesBack, int k) {
        int pe = pes.neighbour(axis, me, goesBack ? 1 : -1);
        if (!goesBack && axis == X && k == 1) {
            sweep++;
        }
        return pe < 0 ? zeros : receive(last(axis, goesBack, k, pe), before(axis, goesBack, k, me), numbers(axis),
            signal(axis, goesBack), number(goesBack, k), pe);
    }

    /** Sends the last points of a plane to the next PEs of the sweep. */
    void done(boolean goesBack, int k) {
        for (int axis = X; axis <= Y; axis++) {
            int pe = pes.neighbour(axis, me, goesBack ? -1 : 1);
            if (pe >= 0) {
                send(last(axis, goesBack, k, me), before(axis, goesBack, k, pe), numbers(axis), signal(axis, goesBack),
                    number(goesBack, k), pe);
            }
        }
    }

    /** {@return the address of the column of a plane, a run of unknowns for each line} */
    long column(int k) {
        return columns + k * columnBytes(pes);
    }

    private Signal signal(int axis, boolean goesBack) {
        return words.signal(((long) WAYS * axis + (goesBack ? 1 : 0)) * WORDS);
    }

    /** {@return the number of a plane's message, which rises in the order of the sweep} */
    private long number(boolean goesBack, int k) {
        return sweep * pes.n() + (goesBack ? pes.inner() + 1 - k : k);
    }

    private long numbers(int axis) {
        return axis == X ? (long) FlowConstants.UNKNOWNS * pes.size(Y, me) : pencil.layout.line / Double.BYTES;
    }

    /** {@return the index of a PE's last points of a sweep along an axis} */
    private long last(int axis, boolean goesBack, int k, int pe) {
        return axis == X ? pencil.index(column(k))
            : line(k, goesBack ? FlowLayout.GHOSTS : FlowLayout.GHOSTS + pes.size(Y, pe) - 1);
    }

    /** {@return the index of the predecessor points on a PE} */
    private long before(int axis, boolean goesBack, int k, int pe) {
        return axis == X ? pencil.index(column(k))
            : line(k, goesBack ? FlowLayout.GHOSTS + pes.size(Y, pe) : FlowLayout.GHOSTS - 1);
    }

    private long line(int k, int j) {
        return pencil.index(pencil.residual[k] + (long) j * pencil.layout.line);
    }

    /** Layers of unknowns for the PE at a distance along an axis. */
    private final class Parcel {
        private final int axis;
        private final int distance;
        private final int number = parcels.size();
        private final long at = pencil.workspace.piece(parcelBytes(pes));

        Parcel(int axis, int distance) {
            this.axis = axis;
            this.distance = distance;
        }

        private Signal signal() {
            return words.signal((long) (SWEEPS + number) * WORDS);
        }

        void send() {
            int pe = pes.neighbour(axis, me, distance);
            if (select(me, pe)) {
                long from = direct ? at : buffer;
                layers.move(true, pencil.u[0], from);
                layers.declare(work);
                PencilExchange.this.send(pencil.index(from), pencil.index(at), layers.bytes() / Double.BYTES, signal(),
                    steps, pe);
            }
        }

        void receive() {
            int pe = pes.neighbour(axis, me, -distance);
            if (select(pe, me)) {
                layers.move(false, pencil.u[0], PencilExchange.this.receive(pencil.index(at),
                    pencil.index(direct ? buffer : at), layers.bytes() / Double.BYTES, signal(), steps, pe));
                layers.declare(work);
            }
        }

        /** Selects the owner's points that are ghosts of the reader. {@return whether there are any} */
        private boolean select(int owner, int reader) {
            if (owner < 0 || reader < 0) {
                return false;
            }
            int first = distance > 0 ? pes.from(axis, reader) - FlowLayout.GHOSTS : pes.to(axis, reader);
            int from = Math.max(first, pes.from(axis, owner));
            int to = Math.min(first + FlowLayout.GHOSTS, pes.to(axis, owner));
            int[] inside = {pes.margin(X), pes.margin(Y), 1};
            int[] ghosts = inside.clone();
            int[] count = {pes.size(X, me), pes.size(Y, me), pes.inner()};
            inside[axis] += from - pes.from(axis, owner);
            ghosts[axis] += from - pes.from(axis, reader);
            count[axis] = to - from;
            layers.select(inside, ghosts, count);
            return to > from;
        }
    }
}

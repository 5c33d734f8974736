// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Groups;
import io.shmem4j.mpi.message.Communicator;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A communicator whose processes form a grid. */
public class Cartcomm extends Intracomm {
    private final int[] dims;
    private final boolean[] periods;

    Cartcomm(Communicator core, int[] dims, boolean[] periods) {
        super(core);
        this.dims = dims.clone();
        this.periods = periods.clone();
        if (core != null) {
            int[] neighbours = IntStream.range(0, 2 * dims.length)
                .map(i -> shifted(i / 2, i % 2 == 0 ? -1 : 1)).toArray();
            neighbours(neighbours, neighbours, true);
        }
    }

    static CartComm of(Intracomm comm, int[] dims, boolean[] periods) {
        int size = size(dims);
        if (size > comm.Size() || size < 0 || dims.length != periods.length) {
            throw new MPIException("a grid of " + Arrays.toString(dims) + " is not one of " + comm.Size()
                + " processes");
        }
        return new CartComm(Groups.split(comm.core(), comm.Rank() < size ? 0 : null, comm.Rank()), dims, periods);
    }

    private static int size(int[] dims) {
        return Arrays.stream(dims).reduce(1, Math::multiplyExact);
    }

    private int shifted(int dim, int steps) {
        int[] coords = Coords(Rank());
        coords[dim] += steps;
        return periods[dim] || coords[dim] >= 0 && coords[dim] < dims[dim] ? Rank(coords) : MPI.PROC_NULL;
    }

    @Override
    public CartComm dup() {
        return new CartComm(Groups.duplicate(core()), dims, periods);
    }

    @Override
    public CartComm clone() {
        return dup();
    }

//#each Rank/Coords/Shift/Sub/Map/Get/Dims_create/Topo_test/Cartcomm
//#row Rank | Coords | Shift | Sub | Map | Get | Dims_create | Topo_test | Cartcomm
//#row getRank | getCoords | shift | sub | map | getTopo | createDims | getTopology | CartComm
    /** {@return the rank at coordinates, which wrap round in periodic dimensions} */
    public int $Rank$(int[] coords) {
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = periods[i] ? Math.floorMod(coords[i], dims[i]) : coords[i];
            if (at < 0 || at >= dims[i]) {
                throw new MPIException("the coordinates " + Arrays.toString(coords) + " are outside of the grid");
            }
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    /** {@return the coordinates of a rank} */
    public int[] $Coords$(int rank) {
        int[] coords = new int[dims.length];
        for (int i = dims.length - 1, left = rank; i >= 0; left /= dims[i], i--) {
            coords[i] = left % dims[i];
        }
        return coords;
    }

    /** {@return the ranks from which and to which a shift moves} */
    public ShiftParms $Shift$(int direction, int steps) {
        return new ShiftParms(shifted(direction, -steps), shifted(direction, steps));
    }

    /** {@return a communicator of the processes that differ in some dimensions only} */
    public $Cartcomm$ $Sub$(boolean[] remain) {
        return sub(remain, Coords(Rank()));
    }

    /** {@return the rank that this process would have in a grid, or {@link MPI#UNDEFINED}} */
    public int $Map$(int[] otherDims, boolean[] otherPeriods) {
        return Rank() < size(otherDims) ? Rank() : MPI.UNDEFINED;
    }

    /** {@return the grid and the coordinates of this process} */
    public CartParms $Get$() {
        return new CartParms(dims.clone(), periods.clone(), Coords(Rank()));
    }

    /** Distributes processes over the dimensions that are 0. */
    public static void $Dims_create$(int processes, int[] dims) {
        distribute(processes, dims);
    }

    /** {@return {@link MPI#CART}} */
    @Override
    public int $Topo_test$() {
        return MPI.CART;
    }

//#next
    private CartComm sub(boolean[] remain, int[] coords) {
        int color = 0;
        int key = 0;
        for (int i = 0; i < dims.length; i++) {
            color = remain[i] ? color : color * dims[i] + coords[i];
            key = remain[i] ? key * dims[i] + coords[i] : key;
        }
        int[] kept = IntStream.range(0, dims.length).filter(i -> remain[i]).toArray();
        boolean[] itsPeriods = new boolean[kept.length];
        for (int i = 0; i < kept.length; i++) {
            itsPeriods[i] = periods[kept[i]];
        }
        return new CartComm(Groups.split(core(), color, key), Arrays.stream(kept).map(i -> dims[i]).toArray(),
            itsPeriods);
    }

    /** Gives each free dimension factors, the largest first to the smallest dimension. */
    private static void distribute(int processes, int[] dims) {
        int fixed = Arrays.stream(dims).filter(dim -> dim > 0).reduce(1, (a, b) -> a * b);
        int[] free = IntStream.range(0, dims.length).filter(i -> dims[i] == 0).toArray();
        if (processes % fixed != 0 || free.length == 0 && processes != fixed) {
            throw new MPIException(processes + " processes don't form a grid of " + Arrays.toString(dims));
        }
        int[] sizes = new int[free.length];
        Arrays.fill(sizes, 1);
        int left = processes / fixed;
        int[] factors = IntStream.iterate(2, factor -> factor <= processes, factor -> factor + 1).toArray();
        java.util.List<Integer> primes = new java.util.ArrayList<>();
        for (int factor : factors) {
            for (; left % factor == 0 && left > 1; left /= factor) {
                primes.addFirst(factor);
            }
        }
        for (int prime : primes) {
            int smallest = IntStream.range(0, sizes.length).boxed().min(java.util.Comparator.comparing(i -> sizes[i]))
                .orElseThrow();
            sizes[smallest] *= prime;
        }
        Arrays.sort(sizes);
        for (int i = 0; i < free.length; i++) {
            dims[free[i]] = sizes[free.length - 1 - i];
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The part of a table for one backend and load: the costs of a cache line, the nanoseconds from a signal until its
 * receiver continues, and times.
 */
public record CostSection(String backend, Load load, LineCosts line, double signal, List<CostRow> rows) {
    /**
     * At a longer length another algorithm must take at most this part of the time to be chosen: a smaller gain may be
     * noise.
     */
    private static final double FASTER = 0.97;

    public Choice choice(Operation operation, int pes) {
        List<Curve> curves = curves(operation, pes);
        if (curves.isEmpty()) {
            throw new IllegalStateException("no times of " + operation.word() + " in the table of costs");
        }
        long[] lengths = lengths(operation);
        long[] from = new long[lengths.length];
        int[] algorithms = new int[lengths.length];
        int count = 0;
        Curve chosen = null;
        long before = 0;
        for (long length : lengths) {
            Curve best = chosen == null ? curves.getFirst() : chosen;
            double limit = chosen == null ? best.at(length) : FASTER * chosen.at(length);
            for (Curve curve : curves) {
                if (curve.at(length) < limit) {
                    best = curve;
                    limit = curve.at(length);
                }
            }
            if (best != chosen) {
                // Rounded, two crossings may be at one length.
                from[count] = chosen == null ? 0
                    : Math.max(from[count - 1] + 1, crossing(chosen, best, before, length));
                algorithms[count++] = best.low.algorithm();
                chosen = best;
            }
            before = length;
        }
        return new Choice(Arrays.copyOf(from, count), Arrays.copyOf(algorithms, count));
    }

    /**
     * {@return the section with the rows for groups of up to a number of PEs, and the next larger row of each
     * algorithm}
     */
    public CostSection upTo(int pes) {
        List<CostRow> kept = new ArrayList<>();
        for (CostRow row : rows) {
            if (row.pes() <= pes || isNext(row, pes)) {
                kept.add(row);
            }
        }
        return new CostSection(backend, load, line, signal, List.copyOf(kept));
    }

    /** {@return whether this is its algorithm's smallest row for at least a number of PEs} */
    private boolean isNext(CostRow row, int pes) {
        for (CostRow other : rows) {
            if (other.pes() >= pes && other.pes() < row.pes() && other.algorithm() == row.algorithm()
                && other.operation() == row.operation()) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return nanoseconds of a level of a reduction tree, by Ramos and Hoefler's best case}
     *
     * <p>If PEs share cores, a PE gets its core back only after all other PEs of the core have had a turn.
     */
    public double level(int children, int sharing) {
        double copy = line.own() + line.remote() + line.reader() * (children - 1);
        return sharing * switching() + line.memory() + copy + (1 + children) * line.remote() + line.own()
            + line.next() * children;
    }

    /** {@return nanoseconds of a round of a dissemination, by Ramos and Hoefler's best case} */
    public double round(int ways) {
        return switching() + line.own() + (ways + 1) * line.remote();
    }

    /** Extra cost if PEs outnumber cores: a PE that waits for a signal also waits for a core. */
    private double switching() {
        return load == Load.SHARED ? signal : 0;
    }

    /** Length at which two curves cross between two lengths; on logarithmic axes both are straight there. */
    private static long crossing(Curve chosen, Curve best, long shorter, long longer) {
        double left = StrictMath.log(chosen.at(shorter) / best.at(shorter));
        double right = StrictMath.log(chosen.at(longer) / best.at(longer));
        if (left >= 0) {
            return shorter + 1;
        }
        return StrictMath.round(shorter * StrictMath.pow((double) longer / shorter, -left / (right - left)));
    }

    private long[] lengths(Operation operation) {
        long[] lengths = new long[0];
        for (CostRow row : rows) {
            if (row.operation() == operation) {
                for (long length : row.bytes()) {
                    int at = Arrays.binarySearch(lengths, length);
                    if (at < 0) {
                        lengths = Arrays.copyOf(lengths, lengths.length + 1);
                        System.arraycopy(lengths, -at - 1, lengths, -at, lengths.length + at);
                        lengths[-at - 1] = length;
                    }
                }
            }
        }
        return lengths;
    }

    private List<Curve> curves(Operation operation, int pes) {
        List<Curve> curves = new ArrayList<>();
        for (int algorithm = 1; algorithm < operation.algorithms().length; algorithm++) {
            CostRow low = null;
            CostRow high = null;
            for (CostRow row : rows) {
                if (row.operation() == operation && row.algorithm() == algorithm) {
                    if (row.pes() <= pes && (low == null || row.pes() > low.pes())) {
                        low = row;
                    }
                    if (row.pes() >= pes && (high == null || row.pes() < high.pes())) {
                        high = row;
                    }
                }
            }
            if (low != null || high != null) {
                curves.add(new Curve(low == null ? high : low, high == null ? low : high, pes));
            }
        }
        return curves;
    }

    /** An algorithm's times on a number of PEs between two measured ones. */
    private record Curve(CostRow low, CostRow high, int pes) {
        double at(long length) {
            if (low == high) {
                return low.at(length);
            }
            double part = StrictMath.log((double) pes / low.pes()) / StrictMath.log((double) high.pes() / low.pes());
            return low.at(length) * StrictMath.pow(high.at(length) / low.at(length), part);
        }
    }

    /**
     * Costs of one cache line in nanoseconds, the parameters of Ramos and Hoefler's models.
     *
     * @param own    R_L, in the own cache
     * @param remote R_R, in another core's cache
     * @param memory R_I, in no cache
     * @param reader c, for each further reader of the same line
     * @param next   o, for each further line of one message
     */
    public record LineCosts(double own, double remote, double memory, double reader, double next) {
    }

    /** Whether PEs wait for each other or for a core, which determines the costs of collectives. */
    public enum Load {
        /** The job has at most as many PEs as cores. */
        OWN,
        /** The job has more PEs than cores. */
        SHARED;

        public static Load of(int pes, int cores) {
            return pes > cores ? SHARED : OWN;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.report.UsageException;
import java.util.List;

/** A named test of the suite. */
public abstract class Benchmark {
    /** The numbers of PEs that a test supports. */
    protected enum Pes {
        ANY, TWO_OR_MORE, PAIRS
    }

    private final String name;
    private final String help;
    private final Pes pes;
    private final List<Option<?>> options;

    protected Benchmark(String name, String help, Option<?>... options) {
        this(name, help, Pes.ANY, options);
    }

    protected Benchmark(String name, String help, Pes pes, Option<?>... options) {
        this.pes = pes;
        this.name = name;
        this.help = help;
        this.options = List.of(options);
    }

    public final String name() {
        return name;
    }

    public final String help() {
        return help;
    }

    /** {@return the options of this test, in addition to the common ones} */
    public final List<Option<?>> options() {
        return options;
    }

    /**
     * Throws a UsageException if the test can't run with these options. Called on all PEs before anything is measured.
     */
    public final void check(int nPes, Options given) {
        if (pes != Pes.ANY && nPes < 2) {
            throw new UsageException("the test '" + name + "' needs two PEs or more: oshrun -np 2 bench " + name);
        }
        if (pes == Pes.PAIRS && nPes % 2 != 0) {
            throw new UsageException("the test '" + name + "' works with pairs of PEs, " + nPes
                + " PEs are an odd number: use " + (nPes - 1) + " or " + (nPes + 1));
        }
        if (options.contains(Options.PEER)) {
            given.peer(nPes, 1);
        }
        if (options.contains(Options.PAIRS)) {
            given.pairs(nPes);
        }
        if (options.contains(Options.CONTENDERS)) {
            given.contenders(nPes);
        }
        require(given);
    }

    protected void require(Options given) {
        // Optional.
    }

    /** Runs the test; collective. */
    public abstract void run(BenchRun bench);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.report.UsageException;
import java.util.List;

/** A test of the suite, started by its name. */
public abstract class Benchmark {
    private final String name;
    private final String help;
    private final List<Option> options;

    protected Benchmark(String name, String help, Option... options) {
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

    /** {@return the options of this test, besides the options of all tests} */
    public final List<Option> options() {
        return options;
    }

    /**
     * Refuses impossible runs before anything is measured; called on all PEs.
     *
     * @throws UsageException if it can't
     */
    public void require(int nPes, Options options) {
        // Most tests run with any number of PEs.
    }

    /** Runs; collective. */
    public abstract void run(BenchRun bench);

    /** Refuses a job of one PE. */
    protected final void requireTwo(int nPes) {
        if (nPes < 2) {
            throw new UsageException("the test '" + name + "' needs two PEs or more: oshrun -np 2 bench " + name);
        }
    }

    /** Refuses a job that can't be divided into pairs. */
    protected final void requirePairs(int nPes) {
        requireTwo(nPes);
        if (nPes % 2 != 0) {
            throw new UsageException("the test '" + name + "' works with pairs of PEs, " + nPes
                + " PEs are an odd number: use " + (nPes - 1) + " or " + (nPes + 1));
        }
    }
}

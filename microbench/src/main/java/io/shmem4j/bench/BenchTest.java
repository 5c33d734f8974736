// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

/** A test of the suite, started by its name. */
public abstract class BenchTest {
    private final String name;
    private final String help;

    /**
     * A test.
     *
     * @param name what starts it
     * @param help one line about it
     */
    protected BenchTest(String name, String help) {
        this.name = name;
        this.help = help;
    }

    /** {@return what starts it} */
    public final String name() {
        return name;
    }

    /** {@return one line about it} */
    public final String help() {
        return help;
    }

    /**
     * Refuses what can't be run, before anything is measured.
     *
     * @param nPes    PEs of the job
     * @param options the command line
     * @throws UsageException if it can't
     */
    public void require(int nPes, Options options) {
        // Most tests run with any number of PEs.
    }

    /**
     * Runs; collective.
     *
     * @param bench the job, the options and where results go
     */
    public abstract void run(BenchRun bench);
}

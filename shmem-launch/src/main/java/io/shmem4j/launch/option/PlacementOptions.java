// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import picocli.CommandLine.Option;

/** The options about the processors that PEs run on. */
public final class PlacementOptions {
    @Option(names = "--bind-to", paramLabel = "LEVEL",
        description = "bind each PE to a hwthread, core, l2cache, l3cache, numa, package (or socket), to the cpus of"
            + " user:LIST (0+2,1+3: PE 0 to cpus 0 and 2), or to none (default: none)")
    public String bindTo;

    @Option(names = "--map-by", paramLabel = "LEVEL[:PE=N]",
        description = "deal PEs out over slots, cores, numa, package, ..., each with N cores; or ppr:N:LEVEL, so many"
            + " on each; binds to the level unless --bind-to says to what")
    public String mapBy;

    @Option(names = {"--cpu-set", "--cpu-list"}, paramLabel = "LIST", description = "use only these cpus, as 0-3,8")
    public String cpuSet;

    @Option(names = "--report-bindings", description = "say for each PE to which cpus it is bound")
    public boolean report;

    @Option(names = {"--nooversubscribe", "--no-oversubscribe"},
        description = "refuse more PEs than there are cpus for them")
    public boolean noOversubscribe;

    @Option(names = "--oversubscribe", description = "allow more PEs than cpus (the default)")
    boolean oversubscribe;

    /** {@return whether anything is to be known about cpus} */
    public boolean any() {
        return bindTo != null || mapBy != null || cpuSet != null || report || noOversubscribe;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import java.util.List;

/** What {@code --help} prints. */
final class Help {
    private static final String ALL = """
        oshrun -np N nas is|sp [options]
        oshrun -np 1 nas report FILE [--plot FOLDER]

          is       Integer Sort: ranks keys and moves them between PEs; any number of PEs
          sp       Scalar Pentadiagonal: time steps of a flow on a grid
          report   a table and plots of the lines that --json has printed

        'nas is --help' and 'nas sp --help' tell the options.
        """;
    private static final String COMMON = """
          --warmup N               untimed iterations before the timed ones; the rule is 1, the default
          --timers                 times of the phases, and their shares
          --json                   one line of JSON in place of the block of results
        """;
    private static final String IS = """
        oshrun -np N nas is [options]

          --class S|W|A|B|C        2^16, 2^20, 2^23, 2^25 or 2^27 keys; default S
          --transfer HOW           how keys move: direct, by load and store, the default; putget; nocopy, where owners
                                   count keys in the other PEs' memory
          --reduction HOW          sum of the bucket sizes: default, what the environment says; auto, flat, recdbl,
                                   bruck, rabenseifner, tree, ring, blocks; original, as codes for OpenSHMEM 1.0 do
          --rehearsal N            at most N small rankings in the initialisation, to have code compiled; default 6000
        """ + COMMON;
    private static final String SP = """
        oshrun -np N nas sp [options]

          --class S|W|A|B|C        a grid of 12, 36, 64, 102 or 162 points along each edge; default S
          --decomposition HOW      slab: planes, for any number of PEs up to the inner planes; multipartition: cells,
                                   for square numbers of PEs; default slab, with messages multipartition
          --transfer HOW           direct, by load and store, the default; messages between cells: putget, get, pointer
          --steps N                end after N time steps, unverified; default 100 in class S, 400 in the others
          --rehearsal N            at most N small steps in the initialisation, to have code compiled; default 1000
        """ + COMMON;
    private static final String REPORT = """
        oshrun -np 1 nas report FILE [--plot FOLDER]

          FILE                     lines that nas is and nas sp print with --json
          --plot FOLDER            also a picture for each problem, Mop/s over the number of PEs

        Repeated runs count by their median.
        """;

    private Help() {
    }

    /** {@return the text that a command line asks for, null where it asks for none} */
    static String of(List<String> arguments) {
        if (!arguments.contains("--help") && !arguments.contains("-h")) {
            return null;
        }
        return switch (arguments.getFirst()) {
            case "is" -> IS;
            case "sp" -> SP;
            case "report" -> REPORT;
            default -> ALL;
        };
    }
}

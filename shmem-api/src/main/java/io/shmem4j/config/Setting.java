// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.util.Locale;

/**
 * Every environment variable the library reads.
 *
 * <p>Values are read from the environment of the process; {@code SHMEM_X} wins over the deprecated {@code SMA_X}, which
 * exists for the four variables of the specification.
 */
public enum Setting {
    /** Print the library's version at start. */
    VERSION(Rule.FLAG, "", true, "print the library's version at start"),
    /** Print this table at start. */
    INFO(Rule.FLAG, "", true, "print the table of all variables at start"),
    /** Print debugging messages. */
    DEBUG(Rule.FLAG, "", true, "print debugging messages: mapping, waiting policy, teams, the end"),
    /** Bytes of symmetric heap per PE. */
    SYMMETRIC_SIZE(Rule.SIZE, "", true, "symmetric heap of each PE in bytes, with suffix k, m, g or t; default: "
        + "64 MiB, or half of the free space in the heap's file system divided by the number of PEs if that is less"),
    /** World number of this PE. */
    PE(Rule.INTERNAL, "0", false, "number of this PE, set by oshrun"),
    /** Number of PEs. */
    NPES(Rule.INTERNAL, "1", false, "number of PEs, set by oshrun"),
    /** Name of the job. */
    JOB_ID(Rule.INTERNAL, "", false, "name of the job, set by oshrun"),
    /** Directory of the job's files. */
    JOB_DIR(Rule.INTERNAL, "", false, "folder of the job's files, set by oshrun"),
    /** Where job directories are made. */
    SHM_DIR(Rule.TEXT, "/dev/shm", false, "memory file system in which job folders are made"),
    /** How to wait. */
    WAIT(Rule.oneOf("auto", "spin", "yield", "sleep"), "auto", false,
        "how PEs wait; auto: spin while every PE has a core, else yield a few times and sleep"),
    /** How many PEs share the cores. */
    CORES(Rule.range(1, Integer.MAX_VALUE), "", false, "cores that the job's PEs share, for the ways of waiting and of "
        + "collectives; default: those of the machine"),
    /** How much is checked. */
    CHECK(Rule.range(0, 2), "1", false, "checking: 0 only what memory safety needs, 1 arguments and allocations, 2 "
        + "also collective arguments across PEs, overlaps, buffers in flight, leaks and thread levels"),
    /** What sees every call. */
    PROFILE(Rule.TEXT, "", false, "1 prints a profile at the end, see oshrun --profile; else the name of a class that "
        + "extends io.shmem4j.spi.Interceptor; 0 or nothing: no profile"),
    /** Where a trace's records go. */
    TRACE_DIR(Rule.INTERNAL, "", false, "folder of the records of a trace, set by oshrun --trace"),
    /** How many records a PE keeps. */
    TRACE_LIMIT(Rule.INTERNAL, "64m", false, "most bytes of records of a PE in a trace, set by oshrun --trace"),
    /** Whether calls are counted. */
    STAT(Rule.FLAG, "", false, "count operations and bytes for oshstat, see oshrun --stat"),
    /** Where checkpoints are saved. */
    CHECKPOINT(Rule.TEXT, "", false, "file in which checkpoint saves the symmetric heaps, see oshrun --checkpoint"),
    /** How often checkpoints are saved. */
    CHECKPOINT_INTERVAL(Rule.range(0, Integer.MAX_VALUE), "0", false,
        "least seconds from one saved checkpoint to the next"),
    /** From where the job goes on. */
    RESTART(Rule.TEXT, "", false, "snapshot from which the first checkpoint fills the symmetric heaps, see oshrun "
        + "--restart"),
    /** How reductions are computed. */
    REDUCE_ALGORITHM(Rule.oneOf("auto", "flat", "recdbl", "bruck", "rabenseifner", "tree", "ring", "blocks"),
        "auto", false, "how reductions are computed; auto: the fastest by SHMEM_COST_TABLE"),
    /** How the operands of reductions move. */
    REDUCE_TRANSFER(Rule.oneOf("putget", "direct"), "direct", false,
        "how the operands of reductions move: through buffers or read where they lie"),
    /** Whether reductions are exactly repeatable. */
    REDUCE_DETERMINISTIC(Rule.range(0, 1), "0", false, "1: sums and products of floating-point numbers are made in the "
        + "order of the members: the same bits in every run, on every member, by every algorithm"),
    /** How PEs wait for each other. */
    BARRIER_ALGORITHM(Rule.oneOf("auto", "counter", "dissemination", "tree"), "auto", false,
        "how barriers and syncs work; auto: the fastest by SHMEM_COST_TABLE"),
    /** How a broadcast spreads. */
    BROADCAST_ALGORITHM(Rule.oneOf("auto", "flat", "binomial", "knomial", "fibonacci", "tree", "slices", "scatter",
        "ocbcast"), "auto", false, "how a broadcast spreads; auto: the fastest by SHMEM_COST_TABLE"),
    /** How collect and fcollect work. */
    COLLECT_ALGORITHM(Rule.oneOf("auto", "direct", "ring", "recdbl", "bruck"), "auto", false,
        "how collect and fcollect work; auto: the fastest by SHMEM_COST_TABLE"),
    /** How alltoall and alltoalls work. */
    ALLTOALL_ALGORITHM(Rule.oneOf("auto", "direct", "ring", "bruck"), "auto", false,
        "how alltoall and alltoalls work; auto: the fastest by SHMEM_COST_TABLE"),
    /** How scans work. */
    SCAN_ALGORITHM(Rule.oneOf("auto", "flat", "recdbl", "ring"), "auto", false,
        "how scans work; auto: the fastest by SHMEM_COST_TABLE"),
    /** What collectives cost. */
    COST_TABLE(Rule.TEXT, "", false, "table of measured costs from which auto picks: a file that oshrun --tune has "
        + "written, or builtin; default: the file in the user's config folder if there is one that was measured on as "
        + "many cores, else builtin"),
    /** The simulated machine. */
    SIM_MACHINE(Rule.TEXT, "knc-5110p", false, "machine that is simulated: the name of one that comes with the library,"
        + " or a file"),
    /** The seed of a simulation. */
    SIM_SEED(Rule.INTEGER, "0", false, "seed of the simulated lines' deviations; 0: no deviations"),
    /** Where simulated PEs run. */
    SIM_PLACEMENT(Rule.TEXT, "scatter", false, "simulated PEs on cores: scatter, compact, or PEs per core"),
    /** What library calls cost. */
    SIM_PROFILE(Rule.TEXT, "direct", false, "what the library's calls cost on the simulated machine: direct, gasnet, or"
        + " a file"),
    /** The order of unfenced stores. */
    SIM_REORDER(Rule.INTEGER, "0", false, "seed of the order in which unfenced stores arrive on a simulated machine; 0:"
        + " program order"),
    /** Whether simulated PEs share static fields. */
    SIM_SHARE_CLASSES(Rule.FLAG, "", false, "simulated PEs share static fields of the program's classes");

    /** What a value looks like. */
    public enum Kind {
        /** Set or not set. */
        FLAG,
        /** A number of bytes. */
        SIZE,
        /** A whole number. */
        INTEGER,
        /** One of some words. */
        WORD,
        /** A name or a path. */
        TEXT,
        /** Set by the launcher, not by users. */
        INTERNAL
    }

    private final Rule rule;
    private final String standard;
    private final boolean specified;
    private final String help;

    Setting(Rule rule, String standard, boolean specified, String help) {
        this.rule = rule;
        this.standard = standard;
        this.specified = specified;
        this.help = help;
    }

    /** {@return the variable's name} */
    public String variable() {
        return "SHMEM_" + name();
    }

    /** {@return what a value looks like} */
    public Kind kind() {
        return rule.kind;
    }

    /** {@return the value when the variable is not set} */
    public String standard() {
        return standard;
    }

    /** {@return one sentence for users} */
    public String help() {
        return help;
    }

    /** {@return whether the specification defines it} */
    public boolean specified() {
        return specified;
    }

    /** {@return the value in force} */
    public String value() {
        String set = System.getenv(source());
        return set == null ? standard : set;
    }

    /** {@return whether the environment sets it} */
    public boolean isSet() {
        return System.getenv(source()) != null;
    }

    /** {@return the name under which the environment sets it, the {@code SHMEM_} one when it does not} */
    public String source() {
        return specified && System.getenv(variable()) == null && System.getenv("SMA_" + name()) != null
            ? "SMA_" + name() : variable();
    }

    /** {@return the values that are allowed, for users; empty where anything is} */
    public String allowed() {
        return rule.allowed();
    }

    /**
     * {@return what is wrong with a value, as a sentence with name and value, or null if nothing is}
     *
     * @param name  the name under which it is set
     * @param value the value
     */
    public String problem(String name, String value) {
        String problem = rule.problem(value);
        return problem == null ? null : name + "=" + value + problem;
    }

    /** {@return the value as a whole number; an exception names the variable when it is none of those allowed} */
    public int intValue() {
        String value = value();
        require(rule.kind == Kind.INTERNAL ? Rule.INTEGER : rule, value);
        return Integer.parseInt(value.strip());
    }

    /** {@return the value as a number of bytes, see {@link ByteSize}} */
    public long bytes() {
        String value = value();
        require(Rule.SIZE, value);
        return ByteSize.parse(value);
    }

    /**
     * {@return the constant that the value names, in any case; an exception lists them when it names none}
     *
     * @param type the constants, one for each word that is allowed
     * @param <E>  their type
     */
    public <E extends Enum<E>> E choice(Class<E> type) {
        require(rule, value());
        return Enum.valueOf(type, word().toUpperCase(Locale.ROOT));
    }

    private void require(Rule needed, String value) {
        String problem = needed.problem(value);
        if (problem != null) {
            throw new IllegalArgumentException(source() + "=" + value + problem);
        }
    }

    /** {@return the value in lower case} */
    public String word() {
        return value().strip().toLowerCase(Locale.ROOT);
    }
}

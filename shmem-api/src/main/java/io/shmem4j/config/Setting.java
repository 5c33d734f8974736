// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

/**
 * Every environment variable that the library reads.
 *
 * <p>Values come from the environment of the process. {@code SHMEM_X} takes precedence over the deprecated
 * {@code SMA_X}, which exists for the four variables of the specification.
 */
public enum Setting implements Variable {
    VERSION(Rule.FLAG, "", true, "print the library's version at start"),
    INFO(Rule.FLAG, "", true, "print the table of all variables at start"),
    DEBUG(Rule.FLAG, "", true, "print debugging messages: mapping, waiting policy, teams, the end"),
    SYMMETRIC_SIZE(Rule.SIZE, "", true, "symmetric heap of each PE in bytes, with suffix k, m, g or t; default: "
        + "64 MiB, or half of the free space in the heap's file system divided by the number of PEs if that is less"),
    PE(Rule.INTERNAL, "0", false, "number of this PE, set by oshrun, or by users beside SHMEM_JOIN"),
    NPES(Rule.INTERNAL, "1", false, "number of PEs, set by oshrun, or by users beside SHMEM_JOIN"),
    JOIN(Rule.TEXT, "", false, "name of a job that JVMs join by init, without oshrun; SHMEM_PE and SHMEM_NPES, or the "
        + "variables of srun, mpirun or torchrun, number this JVM's PE"),
    JOIN_TIMEOUT(Rule.range(1, Integer.MAX_VALUE), "60", false, "seconds that a joining JVM waits for the others"),
    OUTLIVE(Rule.FLAG, "", false, "a job of joined JVMs continues when one of them dies or closes, and another may "
        + "replace it"),
    HOSTS(Rule.TEXT, "", false, "machines of a job that JVMs join, each with its number of PEs: a:4,b:4; default: "
        + "those of srun"),
    STARTER(Rule.TEXT, "ssh", false, "how PE 0 of such a job starts agents on them: ssh, srun or exec:PATH, see oshrun "
        + "--starter; default: srun under srun, else ssh"),
    JOB_ID(Rule.INTERNAL, "", false, "name of the job, set by oshrun"),
    JOB_DIR(Rule.INTERNAL, "", false, "folder of the job's files, set by oshrun"),
    SHM_DIR(Rule.TEXT, Platform.LINUX ? "/dev/shm" : System.getProperty("java.io.tmpdir"), false,
        "memory file system in which job folders are made"),
    WAIT(Rule.oneOf("auto", "spin", "yield", "sleep"), "auto", false,
        "how PEs wait; auto: spin while every PE has a core, else yield a few times and sleep"),
    CORES(Rule.range(1, Integer.MAX_VALUE), "", false, "cores that the job's PEs share, for the ways of waiting and of "
        + "collectives; default: those of the machine"),
    PES_PER_JVM(Rule.TEXT, "auto", false, "maximum number of PEs that share a JVM, see oshrun --pes-per-jvm; auto: "
        + "if PEs outnumber cores and the program needs no processes, one JVM for every two cores or 64 PEs"),
    SHARE_CLASSES(Rule.FLAG, "", false, "PEs of a JVM share the program's classes with their static fields, which "
        + "are then compiled once, see oshrun --share-classes"),
    CHECK(Rule.range(0, 4), "1", false, "checking: 0 only what memory safety needs, 1 arguments and allocations, 2 "
        + "also collective arguments across PEs, overlaps, buffers in flight, leaks and thread levels, 3 the "
        + "checks of 1 and data races, see oshrun --race, 4 also waits for values that a plain put stores"),
    PROFILE(Rule.TEXT, "", false, "1 prints a profile at the end, see oshrun --profile; else the name of a class that "
        + "extends io.shmem4j.spi.Interceptor; 0 or nothing: no profile"),
    TRACE_DIR(Rule.INTERNAL, "", false,
        "folder of the records of a trace, set by oshrun --trace, or by users beside SHMEM_JOIN"),
    TRACE_LIMIT(Rule.INTERNAL, "64m", false, "maximum bytes of a PE's records in a trace, set by oshrun --trace"),
    STAT(Rule.FLAG, "", false, "count operations and bytes for oshstat, see oshrun --stat"),
    CHECKPOINT(Rule.TEXT, "", false, "file in which checkpoint saves the symmetric heaps, see oshrun --checkpoint"),
    CHECKPOINT_INTERVAL(Rule.range(0, Integer.MAX_VALUE), "0", false,
        "minimum seconds between saved checkpoints"),
    RESTART(Rule.TEXT, "", false, "snapshot from which the first checkpoint fills the symmetric heaps, see oshrun "
        + "--restart"),
    REDUCE_ALGORITHM(Rule.oneOf("auto", "flat", "recdbl", "bruck", "rabenseifner", "tree", "ring", "blocks"),
        "auto", false, "how reductions are computed; auto: the fastest by SHMEM_COST_TABLE"),
    REDUCE_TRANSFER(Rule.oneOf("putget", "direct"), "direct", false,
        "how the operands of reductions move: through buffers, or read in place"),
    REDUCE_DETERMINISTIC(Rule.range(0, 1), "0", false, "1: sums and products of floating-point numbers are computed in "
        + "the order of the members: the same bits in every run, on every member, by every algorithm"),
    BARRIER_ALGORITHM(Rule.oneOf("auto", "counter", "dissemination", "tree"), "auto", false,
        "how barriers and syncs work; auto: the fastest by SHMEM_COST_TABLE"),
    BROADCAST_ALGORITHM(Rule.oneOf("auto", "flat", "binomial", "knomial", "fibonacci", "tree", "slices", "scatter",
        "ocbcast"), "auto", false, "how a broadcast spreads; auto: the fastest by SHMEM_COST_TABLE"),
    COLLECT_ALGORITHM(Rule.oneOf("auto", "direct", "ring", "recdbl", "bruck"), "auto", false,
        "how collect and fcollect work; auto: the fastest by SHMEM_COST_TABLE"),
    ALLTOALL_ALGORITHM(Rule.oneOf("auto", "direct", "ring", "bruck"), "auto", false,
        "how alltoall and alltoalls work; auto: the fastest by SHMEM_COST_TABLE"),
    SCAN_ALGORITHM(Rule.oneOf("auto", "flat", "recdbl", "ring"), "auto", false,
        "how scans work; auto: the fastest by SHMEM_COST_TABLE"),
    COST_TABLE(Rule.TEXT, "", false, "table of measured costs for auto: a file by oshrun --tune, or builtin; default: "
        + "the file in the user's config folder if it was measured on as many cores, else builtin");

    private final Definition definition;
    private final boolean specified;

    Setting(Rule rule, String standard, boolean specified, String help) {
        this.definition = new Definition(rule, standard, help);
        this.specified = specified;
    }

    @Override
    public String variable() {
        return "SHMEM_" + name();
    }

    @Override
    public Definition definition() {
        return definition;
    }

    public boolean specified() {
        return specified;
    }

    @Override
    public String source() {
        return specified && System.getenv(variable()) == null && System.getenv("SMA_" + name()) != null
            ? "SMA_" + name() : variable();
    }
}

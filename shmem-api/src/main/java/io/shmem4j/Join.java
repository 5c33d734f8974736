// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.config.Variable;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Machines;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.Host.Nodes;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Options for joining a job of JVMs that no launcher has started. The first JVM creates the job, the others find it by
 * its name; {@link #init} returns when all have joined.
 *
 * <pre>{@code
 * try (Shmem shmem = Join.named("prices").pes(3).heapSize("256m").init()) {
 *     SymmetricDoubles table = shmem.allocateDoubles(1000).named("table");
 *     shmem.barrierAll();
 * }
 * }</pre>
 *
 * <p>Such a job has no launcher to watch it, so its PEs watch each other: when one ends without {@link Shmem#finish} or
 * {@link Shmem#close}, all waiting PEs get a {@link JobFailedException} that names it. After that, or after an orderly
 * end, the same JVMs may join again, also with another number of PEs. Several threads of a JVM may each join as a PE of
 * one job. In a JVM with one PE all threads work for it; otherwise each thread, and the threads that it starts, work
 * for the PE as which it joined.
 *
 * <p>{@link Shmem#init} joins if {@code SHMEM_JOIN} is set. It takes the numbers from {@code SHMEM_PE} and {@code
 * SHMEM_NPES}, or from the variables of {@code srun}, {@code mpirun} or {@code torchrun}. Then the JVMs may be on
 * several machines, which {@code srun} or {@code SHMEM_HOSTS} names.
 */
public final class Join {
    private static final int LONGEST_NAME = 64;
    private static final String POD = "KUBERNETES_SERVICE_HOST";
    /**
     * Each starter's variables: rank, number of processes, processes on the machine; the last row is for no starter.
     */
    private static final String[][] STARTERS = {{"SLURM_PROCID", "SLURM_NTASKS", ""}, {"PMI_RANK", "PMI_SIZE", ""},
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
        {"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"}, {"", "", ""}};
    /** Settings that must be equal on all PEs. */
    private static final List<Setting> COMMON = List.of(Setting.CHECK, Setting.REDUCE_ALGORITHM,
        Setting.REDUCE_TRANSFER, Setting.REDUCE_DETERMINISTIC, Setting.BARRIER_ALGORITHM, Setting.BROADCAST_ALGORITHM,
        Setting.COLLECT_ALGORITHM, Setting.ALLTOALL_ALGORITHM, Setting.SCAN_ALGORITHM, Setting.COST_TABLE);

    private final String name;
    private int pe = JoinRequest.ANY;
    private int nPes;
    private long heapBytes = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : 0;
    private Path folder = Path.of(Setting.SHM_DIR.value());
    private long limitNanos = TimeUnit.SECONDS.toNanos(Setting.JOIN_TIMEOUT.intValue());
    private Nodes nodes;
    private boolean faultTolerant = Setting.OUTLIVE.isSet();
    private boolean takesOver;

    private Join(String name) {
        this.name = name;
    }

    /**
     * {@return options for joining a job}
     *
     * @param name the job's name, by which the same user's JVMs find it: letters, digits, '-' and '_', at most 64
     */
    public static Join named(String name) {
        if (!isName(Fault.required(name, "name"))) {
            throw new IllegalArgumentException("a job's name has 1 to 64 letters, digits, '-' and '_', not \"" + name
                + "\"");
        }
        return new Join(name);
    }

    /** Written by hand: the classes of a regular expression, a stream or a lambda would cost a new JVM 20 ms. */
    private static boolean isName(String name) {
        for (int at = 0; at < name.length(); at++) {
            char sign = name.charAt(at);
            if (!(sign >= 'a' && sign <= 'z' || sign >= 'A' && sign <= 'Z' || sign >= '0' && sign <= '9'
                || sign == '_' || sign == '-')) {
                return false;
            }
        }
        return !name.isEmpty() && name.length() <= LONGEST_NAME;
    }

    /**
     * Sets the number of this PE; the default is the lowest free one.
     *
     * @param number from 0
     * @return this
     */
    public Join pe(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("PEs are numbered from 0, there is no PE " + number);
        }
        pe = number;
        return this;
    }

    /**
     * Sets the number of PEs.
     *
     * @param count 1 or more, the same on all
     * @return this
     */
    public Join pes(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a job has 1 PE or more, not " + count);
        }
        nPes = count;
        return this;
    }

    /**
     * Sets the size of each PE's symmetric heap; the default is the job's, or the first JVM's standard size.
     *
     * @param size bytes with a suffix, such as {@code "256m"}, at least 1
     * @return this
     */
    public Join heapSize(String size) {
        return heapSize(ByteSize.parse(Fault.required(size, "size")));
    }

    /**
     * Sets the size of each PE's symmetric heap; the default is the job's, or the first JVM's standard size.
     *
     * @param bytes its size, at least 1
     * @return this
     */
    public Join heapSize(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("job " + name + ": a heap has 1 byte or more, not " + bytes);
        }
        heapBytes = bytes;
        return this;
    }

    /**
     * Sets the folder of the job's memory files, instead of {@code SHMEM_SHM_DIR}.
     *
     * @param path the same file system on all PEs; a container may have it under another name
     * @return this
     */
    public Join folder(Path path) {
        folder = Fault.required(path, "path");
        return this;
    }

    /**
     * Sets how long {@link #init} waits for the other PEs, instead of {@code SHMEM_JOIN_TIMEOUT}.
     *
     * @param time 60 seconds by default
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Join timeout(Duration time) {
        if (Fault.required(time, "time").isNegative()) {
            throw new IllegalArgumentException("job " + name + ": a time limit is 0 or more, not " + time);
        }
        limitNanos = TimeUnit.NANOSECONDS.convert(time);
        return this;
    }

    /**
     * Makes the job fault-tolerant: it continues when a JVM dies or closes its session. The other PEs keep their
     * memory, and the next JVM that joins as the missing PE finds the symmetric objects as they were left. All JVMs
     * must ask for it, and run on one machine.
     *
     * @return this
     */
    public Join faultTolerant() {
        faultTolerant = true;
        return this;
    }

    /**
     * Continues a fault-tolerant job whose JVMs have all died: the next JVMs are the PEs' next incarnations, and find
     * the symmetric objects as they were left. Without it the first of them deletes such a job. The JVMs may have died
     * between changes that belong together, so the program checks its data.
     *
     * @return this
     */
    public Join takeOver() {
        takesOver = true;
        return this;
    }

    /**
     * Joins and waits for the other PEs. A replacement of a dead or closed PE does not wait.
     *
     * @return this PE's handle
     * @throws JobFailedException if a PE dies, does not join in time, or joins with other options
     * @throws ShmemException     if a running job already has the name
     */
    public Shmem init() {
        return init(ThreadLevel.MULTIPLE);
    }

    /**
     * Joins with a thread level and waits for the other PEs.
     *
     * @param requested how the program's threads will call the library
     * @return this PE's handle
     */
    public Shmem init(ThreadLevel requested) {
        if (nPes < 1) {
            throw new IllegalArgumentException("job " + name + ": set the number of PEs with pes(n)");
        }
        if (pe >= nPes) {
            throw new IllegalArgumentException("job " + name + " of " + nPes + " PEs has no PE " + pe
                + "; they go from 0 to " + (nPes - 1));
        }
        if (faultTolerant && nodes != null) {
            throw new IllegalArgumentException("job " + name + ": a fault-tolerant job runs on one machine");
        }
        if (takesOver && !faultTolerant) {
            throw new IllegalArgumentException("job " + name + ": takeOver() continues a fault-tolerant job; call "
                + "faultTolerant(), too");
        }
        Host host = Library.host();
        Backend own = host.ownBackend();
        if (own != null && own.attached().library() instanceof SessionLibrary library) {
            closeFailed(library);
        }
        Backend backend = host.join(new JoinRequest(name, pe, nPes, heapBytes, folder, limitNanos, settings(), nodes,
            faultTolerant, takesOver));
        try {
            return SessionLibrary.current().init(requested);
        } catch (JobFailedException e) {
            backend.enter(PeState.FINISHED);
            throw e;
        } catch (RuntimeException | Error e) {
            fail(backend, e);
            throw e;
        }
    }

    /** Ends the sessions of a failed job, so the program need not close them before it joins again. */
    private static void closeFailed(SessionLibrary library) {
        while (library.session() != null && library.failed()) {
            library.close();
        }
    }

    /** Ends the job after a failure in init. A fault-tolerant job continues, and another JVM may replace this PE. */
    private static void fail(Backend backend, Throwable thrown) {
        Lives lives = backend.lives();
        if (lives != null && lives.haveAllMet() && lives.closeAlone()) {
            backend.enter(PeState.FINISHED);
            return;
        }
        try {
            backend.abort(1, "PE " + backend.pe() + " could not initialise: " + thrown);
        } catch (JobAbortedException e) {
            backend.enter(PeState.FINISHED);
        }
    }

    private String settings() {
        StringBuilder lines = new StringBuilder(Version.name() + "\n");
        for (Variable setting : COMMON) {
            lines.append(setting.variable()).append('=').append(setting.word()).append('\n');
        }
        return lines.append(faultTolerant ? "faultTolerant()\n" : "no faultTolerant()\n").toString();
    }

    /** {@return the options in this process's environment} */
    static Join fromEnvironment() {
        return fromEnvironment(System.getenv(), System.getenv(POD) == null ? "" : hostName());
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** {@return the options in an environment, for a machine of that name} */
    static Join fromEnvironment(Map<String, String> environment, String host) {
        String[] starter = starter(environment);
        String ownPe = Setting.PE.variable();
        String ownSize = Setting.NPES.variable();
        String size = environment.containsKey(ownSize) ? ownSize : starter[1];
        String rank = environment.containsKey(ownPe) ? ownPe : starter[0];
        Join join = named(environment.get(Setting.JOIN.variable()));
        if (!environment.containsKey(size)) {
            throw new IllegalArgumentException(Setting.JOIN.variable() + "=" + join.name + " is set, but nothing says "
                + "how many PEs the job has: set " + ownSize + ", or start this JVM by srun, mpirun or torchrun");
        }
        join.pes(number(environment, size));
        if (environment.containsKey(rank)) {
            join.pe(number(environment, rank));
        } else if (environment.containsKey(POD) && host.matches(".*-\\d{1,6}")) {
            // The pods of a StatefulSet are numbered from 0.
            join.pe(Integer.parseInt(host.substring(host.lastIndexOf('-') + 1)));
        }
        if (join.pe < join.nPes) {
            join.nodes = new Machines(environment).of(starter, join.pe, join.nPes);
        }
        return join;
    }

    /**
     * {@return the row of this process's starter} Starters that count the processes of a machine come first: processes
     * that they start in a batch script of Slurm inherit the script's own rank.
     */
    private static String[] starter(Map<String, String> environment) {
        for (int sign : new int[] {2, 0}) {
            for (String[] starter : STARTERS) {
                if (environment.containsKey(starter[sign])) {
                    return starter;
                }
            }
        }
        return STARTERS[STARTERS.length - 1];
    }

    private static int number(Map<String, String> environment, String variable) {
        try {
            return Integer.parseInt(environment.get(variable).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(variable + "=" + environment.get(variable) + " is not a whole number",
                e);
        }
    }

    @Override
    public String toString() {
        return (pe == JoinRequest.ANY ? "any PE" : "PE " + pe) + " of " + nPes + " of job " + name;
    }
}

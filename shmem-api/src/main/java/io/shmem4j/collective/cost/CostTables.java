// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sources of cost tables: the library, a file, the environment. */
public final class CostTables {
    /** Value of the variable for the library's own table. */
    public static final String BUILT_IN = "builtin";

    private static final String RESOURCE = "costs.txt";
    private static final CostTable[] IN_FORCE = new CostTable[Operation.values().length];
    private static final OfJob[] OF_JOB = new OfJob[Operation.values().length];
    private static String text;

    private record OfJob(int pes, Choice choice) {
    }

    private CostTables() {
    }

    /**
     * {@return the table for this process: the environment's, else the library's}
     *
     * <p>The launcher gives all PEs of a job one copy, which never changes. The times of an operation are read at its
     * first use, so a PE that calls only barriers reads no more than it needs.
     */
    public static synchronized CostTable inForce(Operation operation) {
        CostTable table = IN_FORCE[operation.ordinal()];
        if (table == null) {
            table = CostTableReader.read(Setting.COST_TABLE.value(), text(), operation);
            IN_FORCE[operation.ordinal()] = table;
        }
        return table;
    }

    /**
     * {@return the choice that the launcher has made for all PEs of the job, or null}
     *
     * <p>It is read once for all PEs of this process, which all need it in their first call on the world team.
     */
    public static synchronized Choice ofJob(Operation operation, int pes) {
        OfJob last = OF_JOB[operation.ordinal()];
        if (last == null || last.pes != pes) {
            last = new OfJob(pes, CostTableReader.choice(Setting.COST_TABLE.value(), text(), operation, pes));
            OF_JOB[operation.ordinal()] = last;
        }
        return last.choice;
    }

    private static String text() {
        if (text == null) {
            text = find();
        }
        return text;
    }

    public static CostTable builtIn() {
        return CostTableReader.read(BUILT_IN, resource());
    }

    /** {@return a job's section of the library's table} */
    public static CostTable builtIn(String backend, Load load) {
        return CostTableReader.read(BUILT_IN, resource(), backend, load);
    }

    /**
     * {@return the table in a file of {@code oshrun --tune}} Throws an exception with the reason if it is malformed.
     */
    public static CostTable load(Path file) throws IOException {
        return CostTableReader.read(file.toString(), text(file));
    }

    private static String find() {
        String value = Setting.COST_TABLE.value();
        if (value.isEmpty() || value.equals(BUILT_IN)) {
            return resource();
        }
        try {
            return text(Path.of(value));
        } catch (IOException e) {
            throw new ShmemException(Setting.COST_TABLE.source() + "=" + value + " can't be read: " + e, e);
        }
    }

    private static String resource() {
        try (InputStream in = CostTables.class.getResourceAsStream(RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ShmemException("the table of costs can't be read from the library: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}

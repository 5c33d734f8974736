// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTable.Malformed;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.config.Setting;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.KeptTexts;
import io.shmem4j.launch.Machine;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The cost table of a job. The launcher chooses it once and copies it into the job's folder, so that all PEs use the
 * same table even if the file changes during start-up.
 *
 * @param own     the user's table, or null for the built-in one
 * @param notice  why the built-in table is used although another exists, or null
 * @param warning the error in the user's table or setting, or null
 */
public record CostChoice(CostTable own, String notice, String warning) {
    /** {@return the cost table for a job; the job's variables override this process's environment} */
    public static CostChoice find(Map<String, String> variables, String backend, int cores) {
        String value = variables.getOrDefault(Setting.COST_TABLE.variable(), Setting.COST_TABLE.value());
        if (value.equals(CostTables.BUILT_IN)) {
            return builtIn(null, null);
        }
        Path file = value.isEmpty() ? Machine.costs() : Path.of(value);
        if (value.isEmpty() && !Files.exists(file)) {
            return builtIn(null, null);
        }
        try {
            CostTable table = CostTables.load(file);
            if (value.isEmpty() && table.cores() != cores) {
                return builtIn(file + " is of a machine with " + table.cores() + " cores, this one has " + cores, null);
            }
            return table.knows(backend) ? new CostChoice(table, null, null)
                : builtIn(file + " has no costs of backend " + backend, null);
        } catch (Malformed e) {
            return builtIn(null, e.getMessage());
        } catch (NoSuchFileException e) {
            return builtIn(null, Setting.COST_TABLE.variable() + "=" + value + ": there is no such file");
        } catch (IOException e) {
            return builtIn(null, file + " can't be read: " + e.getMessage());
        }
    }

    private static CostChoice builtIn(String notice, String warning) {
        return new CostChoice(null, notice, warning == null ? null
            : warning + "; collectives choose by the built-in table of costs");
    }

    public CostTable table(String backend, Load load) {
        return own == null ? CostTables.builtIn(backend, load) : own;
    }

    /** Writes the section that the job needs to its folder. Texts from the built-in table are cached. */
    public void copy(JobFiles to, String backend, Load load, int pes, Installation installation) throws IOException {
        to.write(JobFiles.COSTS, own != null ? text(backend, load, pes) : KeptTexts.of(installation)
            .get("costs " + backend + " " + load.word() + " " + pes, () -> text(backend, load, pes)));
    }

    private String text(String backend, Load load, int pes) {
        CostTable table = table(backend, load);
        CostSection section = table.section(backend, load).upTo(pes);
        return CostTableWriter.ofJob(new CostTable("", table.cores(), table.machine(), List.of(section)), pes);
    }

    public String describe() {
        CostTable table = own == null ? CostTables.builtIn() : own;
        return table.source() + " (" + table.cores() + " cores, " + table.machine() + ")"
            + (notice == null ? "" : "; " + notice) + (warning == null ? "" : "; " + warning);
    }
}

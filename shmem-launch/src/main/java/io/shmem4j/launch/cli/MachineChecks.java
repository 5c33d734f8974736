// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks what jobs use of the machine: cores, memory, the file system of the heaps, limits, huge pages. */
final class MachineChecks {
    private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
    private static final Path HUGE = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    private static final long SMALL_FOLDER = 64L << 20;
    /** What 64 JVMs of their own need, with a margin. */
    private static final long FEW_FILES = 256;
    private static final long FEW_THREADS = 2048;

    private final Path folder;

    MachineChecks(Options options) {
        folder = options.jobFolders();
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>(List.of(cores(), memory(), heaps()));
        Finding left = left();
        if (left != null) {
            findings.add(left);
        }
        findings.add(limit("open files", SystemLimits.openFiles(), FEW_FILES, "ulimit -n"));
        findings.add(limit("processes", SystemLimits.processes(), FEW_THREADS, "ulimit -u, or the group's pids.max"));
        findings.add(hugePages());
        return findings;
    }

    private static Finding cores() {
        int cores = Machine.cores();
        int online = online();
        return cores >= online ? Finding.good("cores", Integer.toString(cores) + ", " + Machine.processor())
            : Finding.note("cores", cores + " of " + online + " may be used, " + Machine.processor(),
                "more PEs than that share cores and wait longer; lift taskset's or the container's limit");
    }

    /** {@return processors of the machine; the kernel lists them as 0-3,8-11} */
    private static int online() {
        int count = 0;
        try {
            for (String range : Files.readString(ONLINE).strip().split(",")) {
                String[] ends = range.split("-");
                count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
            }
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
        return count;
    }

    private static Finding memory() {
        return Finding.good("memory", ByteSize.format(Machine.memory()) + ", "
            + ByteSize.format(Machine.availableMemory()) + " available");
    }

    private Finding heaps() {
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return Finding.bad("heaps", folder + (Files.isDirectory(folder) ? " is not writable" : " is no folder"),
                "name a writable memory file system with --shm-dir or SHMEM_SHM_DIR");
        }
        String type = fileSystem();
        String text = folder + (type == null ? "" : " (" + type + ")") + ", "
            + ByteSize.format(folder.toFile().getUsableSpace()) + " of "
            + ByteSize.format(folder.toFile().getTotalSpace()) + " free";
        if (folder.toFile().getUsableSpace() < SMALL_FOLDER) {
            return Finding.note("heaps", text + ": symmetric heaps are small",
                "in a container, start it with --shm-size=1g or more");
        }
        return type == null || type.equals("tmpfs") ? Finding.good("heaps", text)
            : Finding.note("heaps", text + ": not in memory, so stores may reach a disk",
                "use a tmpfs, such as /dev/shm");
    }

    /** {@return the kind of file system, null where the table of mounts has none of this folder} */
    private String fileSystem() {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return null;
        }
    }

    private Finding left() {
        int stale = 0;
        try {
            for (JobFiles files : OwnJobs.in(folder)) {
                stale += OwnJobs.abandoned(files) ? 1 : 0;
            }
        } catch (IOException e) {
            return null;
        }
        return stale == 0 ? null : Finding.note("killed jobs", stale + " left files in " + folder,
            "oshrun --clean removes them");
    }

    private static Finding limit(String what, long limit, long few, String where) {
        if (limit == SystemLimits.NO_LIMIT) {
            return Finding.good(what, "no limit");
        }
        return limit >= few ? Finding.good(what, limit + " allowed")
            : Finding.note(what, limit + " allowed, which jobs of many PEs exceed", "raise " + where);
    }

    private static Finding hugePages() {
        try {
            String modes = Files.readString(HUGE).strip();
            String mode = modes.replaceAll(".*\\[(.*)].*", "$1");
            return mode.equals("never") || mode.equals("deny")
                ? Finding.note("huge pages", "off for shared memory (" + modes
                    + "): the first touch of a large heap takes longer", "as root: echo within_size > " + HUGE)
                : Finding.good("huge pages", modes);
        } catch (IOException e) {
            return Finding.good("huge pages", "not told by this system");
        }
    }
}

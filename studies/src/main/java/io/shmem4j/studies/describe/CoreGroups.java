// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.launch.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Classes of distance between cores.
 *
 * @param group cores that share the last cache
 * @param socket cores of a socket, a multiple of a group
 * @param all cores of the machine
 */
record CoreGroups(int group, int socket, int all) {
    /** {@return the groups of a machine, by its first cpu; one group if the system reports none or irregular ones} */
    static CoreGroups of(Path cpu, int cores) {
        int socket = count(cpu.resolve("topology/package_cpus_list"), cores);
        int group = count(cpu.resolve("cache/index3/shared_cpu_list"), socket);
        return new CoreGroups(socket % group == 0 ? group : socket, socket, cores);
    }

    private static int count(Path list, int most) {
        try {
            return Math.clamp(CpuSet.parse(Files.readString(list)).size(), 1, most);
        } catch (IOException | IllegalArgumentException e) {
            return most;
        }
    }

    boolean alike() {
        return group == all;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.shm.Proc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The control group of this process and its parents, each perhaps with limits. A container may show its own group as
 * the root but report the outer path; missing groups count as unlimited.
 */
public record ControlGroups(Path file, Path mount) {
    private static final String MEMORY = "memory";
    private static final String BYTES = "memory.max";
    /** Only the memory controller of version 1 has this file. */
    private static final String BYTES_OF_VERSION_1 = "memory.limit_in_bytes";

    public static ControlGroups own() {
        return new ControlGroups(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** {@return the groups' folders, innermost first, from the controller's own hierarchy if there is one} */
    public List<Path> of(String controller) {
        List<Path> folders = new ArrayList<>();
        for (Path group = innermost(controller); group != null && group.startsWith(mount); group = group.getParent()) {
            folders.add(group);
        }
        return folders;
    }

    /** {@return the smallest value of this file in any group, Long.MAX_VALUE without a number} */
    public long least(String controller, String name) {
        long least = Long.MAX_VALUE;
        for (Path group : of(controller)) {
            least = Math.min(least, number(group.resolve(name), Long.MAX_VALUE));
        }
        return least;
    }

    /** {@return the memory limit of this process and its children, Long.MAX_VALUE if unlimited} */
    long memory() {
        String name = Files.exists(mount.resolve(MEMORY).resolve(BYTES_OF_VERSION_1)) ? BYTES_OF_VERSION_1 : BYTES;
        return least(MEMORY, name);
    }

    private Path innermost(String controller) {
        Path found = null;
        for (String line : Proc.text(file).split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].equals(controller)) {
                return mount.resolve(controller + parts[2]);
            }
            found = parts.length == 3 && parts[1].isEmpty() ? mount.resolve(parts[2].substring(1)) : found;
        }
        return found;
    }

    public static long number(Path file, long otherwise) {
        try {
            return Long.parseLong(Proc.text(file).strip());
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}

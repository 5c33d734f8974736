// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What the communication library itself costs, in nanoseconds per call, on top of the memory it moves.
 *
 * @param name    short name
 * @param title   name for reports
 * @param call    a call of the library that reads or changes another PE's memory
 * @param pointer a call that copies through a pointer to another PE's memory
 */
public record SoftwareProfile(String name, String title, double call, double pointer) {
    /** Names of the profiles that come with the simulator. */
    public static final List<String> BUNDLED = List.of("direct", "gasnet");

    /**
     * {@return the profile}
     *
     * @param nameOrPath a bundled name, or the path of a file
     */
    public static SoftwareProfile load(String nameOrPath) {
        try (Reader text = MachineFile.open(nameOrPath, "profile", BUNDLED);
                Section root = Section.parse(nameOrPath, text)) {
            return new SoftwareProfile(root.text("name"), root.text("title"), root.atLeast("callNs", 0),
                root.atLeast("pointerNs", 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/** A machine or profile file that cannot be used; the message starts with the file and the path of the field. */
public final class MachineFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MachineFileException(String file, String path, String problem) {
        super(file + ": " + path + ": " + problem);
    }

    MachineFileException(String file, String path, String problem, Throwable cause) {
        super(file + ": " + path + ": " + problem, cause);
    }
}

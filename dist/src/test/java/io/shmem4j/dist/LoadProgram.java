// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import io.shmem4j.Shmem;

/** Prints the classes that a PE finds by name. */
public final class LoadProgram {
    private LoadProgram() {
    }

    /**
     * Prints a line for each class.
     *
     * @param names of the classes
     */
    public static void main(String[] names) {
        try (Shmem shmem = Shmem.init()) {
            for (String name : names) {
                System.out.println(name + " " + isFound(name));
            }
            shmem.finish();
        }
    }

    private static boolean isFound(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.rcce;

/** Which flag of a core is for what. */
public final class Flags {
    private Flags() {
    }

    /** {@return the flag by which a core says that a piece lies in its buffer} */
    public static int sent(int sender) {
        return sender;
    }

    /** {@return the flag by which a core says that it has taken a piece} */
    public static int ready(int cores, int receiver) {
        return cores + receiver;
    }

    /** {@return the first flag that messages do not use} */
    public static int free(int cores) {
        return 2 * cores;
    }
}

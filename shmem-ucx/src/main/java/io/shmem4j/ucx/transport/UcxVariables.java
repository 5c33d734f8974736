// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.util.Map;
import java.util.TreeMap;

/** The environment of UCX where the user does not say otherwise: an agent has it, and gives it to the PEs it starts. */
public final class UcxVariables {
    public static final Map<String, String> STANDARD = Map.of(
        // The JVM uses signals of its own.
        "UCX_ERROR_SIGNALS", "",
        "UCX_MEM_EVENTS", "n",
        // An abort of UCX has a message with the reason. The stack says nothing about the program.
        "UCX_HANDLE_ERRORS", "none",
        // A NIC's atomics are none for the processor, and a word may be changed by both.
        "UCX_ATOMIC_MODE", "cpu",
        "UCX_TLS", "tcp,self",
        "UCX_WARN_UNUSED_ENV_VARS", "n");

    private static boolean set;

    private UcxVariables() {
    }

    /** {@return the transports that UCX uses in this process} */
    public static synchronized String transports() {
        String mine = System.getenv("UCX_TLS");
        return mine != null ? mine : set ? STANDARD.get("UCX_TLS") : "all";
    }

    /** Sets absent ones, in a JVM without an agent, before UCX is loaded and reads them. */
    @SuppressWarnings("restricted")
    public static synchronized void set() {
        if (set) {
            return;
        }
        set = true;
        Ucp.Function setenv = new Ucp.Function(Linker.nativeLinker().defaultLookup().findOrThrow("setenv"),
            "can't set its variables");
        Map<String, String> all = new TreeMap<>(STANDARD);
        // A worker of a failed job ends with its requests; UCX would report these on standard output.
        all.put("UCX_LOG_LEVEL", "fatal");
        try (Arena arena = Arena.ofConfined()) {
            all.forEach((name, value) ->
                setenv.call(arena.allocateFrom(name).address(), arena.allocateFrom(value).address(), 0));
        }
    }
}

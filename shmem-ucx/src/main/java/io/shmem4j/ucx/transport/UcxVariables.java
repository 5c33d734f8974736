// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.util.Map;
import java.util.TreeMap;

/** Default environment variables of UCX, set in agents, and inherited by the PEs that they start. */
public final class UcxVariables {
    public static final Map<String, String> STANDARD = Map.of(
        // UCX must not handle signals that the JVM uses.
        "UCX_ERROR_SIGNALS", "",
        "UCX_MEM_EVENTS", "n",
        // An abort prints its reason; a native stack tells nothing about the program.
        "UCX_HANDLE_ERRORS", "none",
        // A NIC's atomics are not atomic for the processor, and both may change a word.
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

    /** Sets missing variables in a JVM without an agent, before UCX is loaded and reads them. */
    @SuppressWarnings("restricted")
    public static synchronized void set() {
        if (set) {
            return;
        }
        set = true;
        Ucp.Function setenv = new Ucp.Function(Linker.nativeLinker().defaultLookup().findOrThrow("setenv"),
            "can't set its variables");
        Map<String, String> all = new TreeMap<>(STANDARD);
        // UCX would report the open requests of a failed job's worker on standard output.
        all.put("UCX_LOG_LEVEL", "fatal");
        try (Arena arena = Arena.ofConfined()) {
            all.forEach((name, value) ->
                setenv.call(arena.allocateFrom(name).address(), arena.allocateFrom(value).address(), 0));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A PE's environment variables, as a process of its own has them. */
public final class Environment {
    /** Beginning of the value of a variable that a PE has for itself, for code that reads the process's. */
    public static final String NONE = "none, because PEs share this JVM";
    /** System property with the first PE of this node. */
    public static final String FIRST = "shmem4j.node.first";
    private static final String LOCAL = "LOCAL_RANK";

    private Environment() {
    }

    private static String own(ThreadPe pe, String name, String value) {
        return pe == null || value == null || !value.startsWith(NONE) ? value
            : Integer.toString(name.endsWith(LOCAL) ? pe.number() - Integer.getInteger(FIRST, 0) : pe.number());
    }

    public static String getenv(String name) {
        return own(CurrentPe.find(), name, System.getenv(name));
    }

    public static Map<String, String> getenv() {
        ThreadPe pe = CurrentPe.find();
        Map<String, String> all = new HashMap<>(System.getenv());
        all.replaceAll((name, value) -> own(pe, name, value));
        return Collections.unmodifiableMap(all);
    }
}

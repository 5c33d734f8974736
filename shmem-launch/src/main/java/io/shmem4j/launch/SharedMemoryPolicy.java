// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.List;
import java.util.Map;

/** The real backend: processes of one PE or several on mapped heaps. */
public final class SharedMemoryPolicy extends BackendPolicy {
    public static final String NAME = "shm";
    /** The word for the same with all PEs in one JVM. */
    public static final String ONE_JVM = "local";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int processes(int nPes) {
        return nPes;
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.List;
import java.util.Map;

/** The real backend: one process per PE on mapped heaps. */
public final class SharedMemoryPolicy extends BackendPolicy {
    /** Its name. */
    public static final String NAME = "shm";

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

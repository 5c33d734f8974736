// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.launch.BackendPolicy;
import java.util.List;
import java.util.Map;

/** {@code oshrun --backend sim}: one JVM for all PEs. */
public final class SimPolicy extends BackendPolicy {
    /** Made by the launcher. */
    public SimPolicy() {
        // Nothing to prepare.
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public int processes(int nPes) {
        return 1;
    }

    @Override
    public boolean heapsInFiles() {
        return false;
    }

    @Override
    public boolean usesOtherJars() {
        return true;
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public String mainClass() {
        return SimMain.class.getName();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.config.Setting;
import java.util.List;

/**
 * Everything about a job before it starts; nothing here has touched the machine yet.
 *
 * @param options      the options that hold for the whole job
 * @param nPes         number of PEs
 * @param heap         size and place of the symmetric heaps
 * @param backend      what carries the job
 * @param apps         the programs, in PE order
 * @param installation the library and the JDK
 * @param costs        what its collectives choose by
 */
record JobPlan(Options options, int nPes, HeapPlan heap, BackendPolicy backend, List<App> apps,
    Installation installation, CostChoice costs) {

    /** {@return number of JVMs} */
    int processes() {
        return backend.processes(nPes);
    }

    /** {@return cores that the PEs share} */
    int cores() {
        String value = apps.getFirst().variables().getOrDefault(Setting.CORES.variable(), Setting.CORES.value());
        return value.isEmpty() ? Machine.cores() : Integer.parseInt(value.strip());
    }

    /** {@return the program of a PE} @param pe its number */
    App app(int pe) {
        for (App app : apps) {
            if (pe < app.firstPe() + app.count()) {
                return app;
            }
        }
        throw new IndexOutOfBoundsException("PE " + pe + " of " + nPes);
    }
}

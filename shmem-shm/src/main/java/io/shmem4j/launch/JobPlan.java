// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.List;

/**
 * Everything about a job before it starts; nothing here has touched the machine yet.
 *
 * @param options      the options that hold for the whole job
 * @param nPes         number of PEs
 * @param heap         size and place of the symmetric heaps
 * @param trace        the trace to make, or null
 * @param backend      what carries the job
 * @param apps         the programs, in PE order
 * @param installation the library and the JDK
 */
record JobPlan(Options options, int nPes, HeapPlan heap, JobTrace trace, BackendPolicy backend, List<App> apps,
    Installation installation) {

    /** {@return number of JVMs} */
    int processes() {
        return backend.processes(nPes);
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

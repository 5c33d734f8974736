// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;

/** Several PEs in one JVM: the backend is that of the PE that the calling thread works for. */
public final class SharedHost extends Host {
    /** Made by {@link Host#find}. */
    public SharedHost() {
        // The PEs exist before any of them runs.
    }

    @Override
    public Backend backend() {
        Pe pe = (Pe) CurrentPe.find();
        if (pe == null) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName()
                + "\" works for no PE of this JVM: start it from a thread of a PE");
        }
        return pe.backend();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

/** How PEs keep their stacks; virtual times do not depend on it. */
public enum CarrierKind {
    /** Virtual threads: for any program. */
    THREADS,
    /** Raw continuations: two to three times as fast, for programs that hold no monitor across a SHMEM call. */
    CONTINUATIONS;

    Carrier create() {
        return this == THREADS ? new VirtualThreadCarrier() : new ContinuationCarrier();
    }

    /** {@return the fastest one this JVM was started for} */
    public static CarrierKind fastest() {
        Module base = Object.class.getModule();
        Module ours = CarrierKind.class.getModule();
        return base.isExported("jdk.internal.vm", ours) && ContinuationCarrier.works() ? CONTINUATIONS : THREADS;
    }
}

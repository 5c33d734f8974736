// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.Protocol.Kind;

/** State of a line in a core's caches. */
public enum LineState {
    MODIFIED, OWNED, EXCLUSIVE, FORWARD, SHARED, INVALID;

    /** {@return the state after another core has loaded the line} */
    LineState loadedByOther(Kind kind) {
        return switch (this) {
            case MODIFIED -> kind == Kind.MOESI ? OWNED : SHARED;
            case OWNED, INVALID -> this;
            default -> SHARED;
        };
    }

    /** {@return the state of a line in the core that loads it from another} */
    static LineState loaded(Kind kind) {
        return kind == Kind.MESIF ? FORWARD : SHARED;
    }

    boolean dirty() {
        return this == MODIFIED || this == OWNED;
    }

    boolean alone() {
        return this == MODIFIED || this == EXCLUSIVE;
    }
}

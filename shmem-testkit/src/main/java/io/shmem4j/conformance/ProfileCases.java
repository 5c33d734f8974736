// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Shmem;
import io.shmem4j.error.NotInitializedException;

/** Control of a profile by the program, with or without one. */
public final class ProfileCases {
    @Case
    public void control(Trial t) {
        t.shmem.pcontrol(0);
        t.shmem.barrierAll();
        t.shmem.pcontrol(1, "detail", 7);
        t.shmem.pcontrol(3);
        t.shmem.finish();
        t.fails(NotInitializedException.class, () -> t.shmem.pcontrol(1), "pcontrol");
        Shmem.init();
    }
}

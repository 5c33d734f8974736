// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;
import org.mockito.Mockito;

/** Mockito makes a final class answer, for which it attaches an agent to its own JVM. */
public final class Mocks implements Pieces.Piece {
    /** The mocked class. */
    public static final class Clock {
        /** {@return the time} */
        public int now() {
            return 1;
        }
    }

    @Override
    public String run(Shmem shmem) {
        Clock clock = Mockito.mock(Clock.class);
        Mockito.when(clock.now()).thenReturn(42);
        return "it is " + clock.now() + ", and " + new Clock().now();
    }
}

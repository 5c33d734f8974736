// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Thorough;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A JVM that takes part in job after job holds as much after many as after some. */
class ChurnIT {
    private static void churn(int sessions) {
        try (Shells shells = new Shells()) {
            Shells.Shell jvm = shells.begin(Map.of(), ChurnProgram.class, Integer.toString(sessions));
            String first = jvm.line();
            for (int done = 0; done < sessions; done += ChurnProgram.BETWEEN) {
                assertEquals(first, jvm.line());
            }
            assertEquals(0, jvm.await());
            shells.expectNothing();
        }
    }

    @Test
    void someSessionsLeaveNothing() {
        churn(8);
    }

    @Thorough
    @Test
    void manySessionsLeaveNothing() {
        churn(400);
    }
}

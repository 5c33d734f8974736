// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.shmem4j.launch.plan.App;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of heaps among the user's flags, and JVMs that try flags. */
class UserFlagsTest {
    private static final App APP = new App(0, 1, null, Map.of(), null, List.of(), false);

    @ParameterizedTest
    @CsvSource({"-Xmx31g, false", "-Xmx32g, true", "-Xmx99999999t, true", "-Xmxnone, false"})
    void largeHeapsHaveLongReferences(String flag, boolean longReferences) {
        assertEquals(longReferences, new UserFlags(List.of(flag)).hasLongReferences());
    }

    @Test
    void aFirstSizeOfOursStaysBelowTheMost() {
        List<String> ours = List.of("-Xms8m");
        assertEquals(List.of(), new UserFlags(List.of("-Xmx4m")).leave(ours));
        assertEquals(ours, new UserFlags(List.of("-Xmx8m")).leave(ours));
        assertEquals(ours, new UserFlags(List.of("-Xmx99999999t")).leave(ours));
    }

    @Test
    @Timeout(60)
    void aTrialThatHangsIsNoRefusal() throws IOException {
        assertNull(UserFlags.refusal(List.of("sh", "-c", "echo begins; exec tail -f /dev/null"), APP, 1));
        assertNull(UserFlags.refusal(List.of("sh", "-c", "echo begins"), APP, 60));
        assertEquals("no\nsuch flag", UserFlags.refusal(List.of("sh", "-c", "echo no; echo such flag; exit 3"), APP,
            60));
    }
}

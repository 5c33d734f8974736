// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of heaps among the user's flags. */
class UserFlagsTest {
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
}

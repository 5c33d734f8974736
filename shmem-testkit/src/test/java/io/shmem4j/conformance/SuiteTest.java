// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.conformance.Suite.TestCase;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuiteTest {
    @Test
    void everyGroupOfThePackageIsListed() throws Exception {
        Path classes = Path.of(Suite.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("io/shmem4j/conformance");
        try (Stream<Path> files = Files.list(classes)) {
            List<String> found = files.map(f -> f.getFileName().toString()).filter(f -> f.endsWith("Cases.class"))
                .map(f -> f.substring(0, f.length() - ".class".length())).sorted().toList();
            assertEquals(found, Stream.concat(Suite.groups().stream(), Suite.onRequest().stream())
                .map(Class::getSimpleName).sorted().toList());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void casesAreWhatTheRunnerCanCall() throws Exception {
        List<TestCase> cases = Suite.cases(List.of());
        for (TestCase test : cases) {
            assertTrue(Modifier.isPublic(test.method().getModifiers()), test.name());
            assertArrayEquals(new Class<?>[] {Trial.class}, test.method().getParameterTypes(), test.name());
            assertEquals(void.class, test.method().getReturnType(), test.name());
            assertTrue(Modifier.isPublic(test.method().getDeclaringClass().getConstructor().getModifiers()));
        }
        assertEquals(cases.size(), cases.stream().map(TestCase::name).distinct().count());
        assertEquals(cases.stream().map(TestCase::name).sorted().toList(),
            cases.stream().map(TestCase::name).toList(), "all PEs need the same order");
        for (Class<?> group : Suite.groups()) {
            assertTrue(cases.stream().anyMatch(c -> c.group().equals(group.getSimpleName())), group + " has no case");
        }
    }

    @Test
    void patternsSelect() {
        assertEquals(List.of("LockCases.misuse"),
            Suite.cases(List.of("LockCases.misuse")).stream().map(TestCase::name).toList());
        assertTrue(Suite.cases(List.of("LockCases", "SetupCases")).stream()
            .allMatch(c -> c.group().equals("LockCases") || c.group().equals("SetupCases")));
        assertThrows(IllegalArgumentException.class, () -> Suite.cases(List.of("LockCases.nothing")));
    }
}

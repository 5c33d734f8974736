// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.shmem4j.testing.Thorough;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weakmemory.Rewriting;
import weakmemory.Rewriting.Site;

/**
 * The backend for shared memory in a memory whose loads see old stores: {@code -Dweak.runs=} says how many runs of each
 * program there are, {@code -Dweak.sites=} which accesses are weakened, by a part of their class, line and name.
 */
class WeakMemoryTest {
    private static final int RUNS = Integer.getInteger("weak.runs", 20);
    private static final int RUNS_OF_WEAKENED = Integer.getInteger("weak.runs", 400);

    /** Explores all programs with one access weakened or none; {@return the accesses that they have made} */
    private static List<Site> explore(Site changed, int runs) throws Throwable {
        List<Site> sites = new ArrayList<>();
        Class<?> type = new Rewriting(changed, sites).loadClass(ShmProtocols.class.getName());
        Object protocols = type.getConstructor().newInstance();
        Throwable[] thrown = new Throwable[1];
        // Virtual threads hand over to each other without the system.
        Thread.ofVirtual().start(() -> {
            try {
                type.getMethod("explore", int.class).invoke(protocols, runs);
            } catch (InvocationTargetException e) {
                thrown[0] = e.getCause();
            } catch (ReflectiveOperationException e) {
                thrown[0] = e;
            }
        }).join();
        if (thrown[0] != null) {
            throw thrown[0];
        }
        BitSet visited = (BitSet) type.getMethod("visited").invoke(protocols);
        return IntStream.range(0, sites.size()).filter(visited::get).mapToObj(sites::get).toList();
    }

    @Test
    void protocolsAreRight() throws Throwable {
        explore(null, RUNS);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"MappedBackend getLongAcquire"})
    void aWeakenedAccessIsFound(String access) throws Throwable {
        String wanted = System.getProperty("weak.sites", access);
        List<String> found = new ArrayList<>();
        for (Site site : explore(null, 8)) {
            if (!site.toString().replaceFirst(":\\d+", "").contains(wanted)) {
                continue;
            }
            try {
                explore(site, RUNS_OF_WEAKENED);
                System.out.println(site + " | survives");
            } catch (AssertionError e) {
                found.add(site + " | " + e.getMessage());
                System.out.println(found.getLast());
            }
        }
        assertFalse(found.isEmpty(), access);
    }
}

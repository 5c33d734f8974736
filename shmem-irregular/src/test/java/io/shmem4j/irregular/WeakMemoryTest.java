// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Thorough;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import weakmemory.Rewriting;
import weakmemory.Rewriting.Site;

/**
 * The backend for shared memory in a memory whose loads see old stores. {@code -Dweak.runs=} says how many runs of each
 * program there are, {@code -Dweak.sites=} which accesses are weakened, by a part of their class, line and name.
 *
 * <p>Bytes are loaded and stored by the ints that have them. No load sees a store that is made later, so what only
 * those show is not found here.
 */
class WeakMemoryTest {
    private static final int RUNS = Integer.getInteger("weak.runs", 20);
    private static final int FIRST_RUNS = 125;
    private static final int RUNS_OF_WEAKENED = Integer.getInteger("weak.runs", 8000);
    private static final String SITES = System.getProperty("weak.sites", "ObjectTable");
    /** Accesses that may be weakened one at a time, and why. */
    private static final Map<String, String> EQUIVALENT = Map.ofEntries(
        Map.entry("ControlFile.state setRelease", "who looks for the one that has left last looks at its state, too"),
        Map.entry("ControlFile.state getAndAdd", "whether any has left is asked, not how many"),
        Map.entry("ControlFile.finished getIntAcquire", "a wait looks again"),
        Map.entry("ControlFile.publishNoWait setIntRelease", "nothing else is read of a PE that does not wait"),
        Map.entry("ControlFile.aborting getIntAcquire", "the word is loaded again by acquire before its report is"),
        Map.entry("ControlFile.report getIntAcquire", "who reads a report has seen by acquire that there is one"),
        Map.entry("ControlFile.hasVariableSleepers getIntAcquire", "a fence stands before it"),
        Map.entry("NodeBackend.setFindsSleepers setLongVolatile", "before a sleep the system looks at the same word"),
        Map.entry("ObjectTable.add setRelease", "of the count of entries: each entry's number is loaded by acquire"),
        Map.entry("ObjectTable.remove setRelease", "a fence follows before other fields are stored"),
        Map.entry("ObjectTable.used getAcquire", "each entry's number is loaded by acquire"),
        Map.entry("Bell.ring getIntAcquire", "a count of another sleeper is as good, as the class says"),
        Map.entry("Bell.holds getLongAcquire", "the thread has stored that word itself, or somebody later"),
        Map.entry("Bell.holds getIntAcquire", "the thread has stored that word itself, or somebody later"),
        Map.entry("Bell.withdraw setLongRelease", "the count that follows is an atomic"));
    /** Accesses of which few runs or none have shown that they are needed: they guard against rare things at once. */
    private static final Set<String> NOT_SHOWN = Set.of("Bell.publish fullFence", "Bell.ring getAndAddLong",
        "ControlFile.addVariableSleepers getAndAdd");

    /** All programs, with one access weakened or none. */
    private static final class Protocols {
        private final List<Site> sites = new ArrayList<>();
        private final Object protocols;

        Protocols(Site changed) throws ReflectiveOperationException {
            protocols = new Rewriting(changed, sites).loadClass(ShmProtocols.class.getName()).getConstructor()
                .newInstance();
        }

        @SuppressWarnings("unchecked")
        Set<String> names() throws ReflectiveOperationException {
            return (Set<String>) protocols.getClass().getMethod("names").invoke(protocols);
        }

        /** Runs a program, and {@return the numbers of the accesses that it has made} */
        BitSet explore(String name, int runs) throws Throwable {
            Throwable[] thrown = new Throwable[1];
            BitSet[] visited = new BitSet[1];
            // Virtual threads hand over to each other without the system.
            Thread.ofVirtual().start(() -> {
                try {
                    visited[0] = (BitSet) protocols.getClass().getMethod("explore", String.class, int.class)
                        .invoke(protocols, name, runs);
                } catch (InvocationTargetException e) {
                    thrown[0] = e.getCause();
                } catch (ReflectiveOperationException e) {
                    thrown[0] = e;
                }
            }).join();
            if (thrown[0] != null) {
                throw thrown[0];
            }
            return visited[0];
        }
    }

    @Test
    void protocolsAreRight() throws Throwable {
        Protocols protocols = new Protocols(null);
        for (String name : protocols.names()) {
            protocols.explore(name, RUNS);
        }
    }

    @Thorough
    @Test
    void weakenedAccessesAreFound() throws Throwable {
        Protocols protocols = new Protocols(null);
        Map<String, BitSet> visited = new LinkedHashMap<>();
        for (String name : protocols.names()) {
            visited.put(name, protocols.explore(name, RUNS));
        }
        Map<String, int[]> table = new TreeMap<>();
        List<String> survivors = new ArrayList<>();
        String previous = "";
        for (int i = 0; i < protocols.sites.size(); i++) {
            int number = i;
            Site site = protocols.sites.get(i);
            List<String> names = visited.entrySet().stream().filter(each -> each.getValue().get(number))
                .map(Map.Entry::getKey).toList();
            if (names.isEmpty() || !site.place().contains(SITES) || site.place().startsWith("ShmProtocols")) {
                continue;
            }
            String place = site.place();
            // Only the store of the count is equivalent, which stands behind that of the number.
            boolean needed = place.equals("ObjectTable.add setRelease") && !place.equals(previous);
            previous = place;
            String why = needed ? null : EQUIVALENT.get(place);
            String found = why != null || NOT_SHOWN.contains(place) ? null : explore(site, names);
            table.computeIfAbsent(kind(site.name()), kind -> new int[3])[why != null ? 2 : found == null ? 1 : 0]++;
            if (found == null && why == null && !NOT_SHOWN.contains(place)) {
                survivors.add(site.toString());
            }
            System.out.println(place + " | " + (why != null ? "equivalent: " + why : found == null ? "survives"
                : found));
        }
        table.forEach((kind, row) -> System.out.printf("%s: %d found, %d survive, %d equivalent%n", kind, row[0],
            row[1], row[2]));
        assertEquals(List.of(), survivors);
    }

    private static String explore(Site site, List<String> names) throws Throwable {
        Protocols weakened = new Protocols(site);
        for (int runs = FIRST_RUNS; runs <= RUNS_OF_WEAKENED; runs *= 4) {
            for (String name : names) {
                try {
                    weakened.explore(name, runs);
                } catch (AssertionError e) {
                    return e.getMessage();
                }
            }
        }
        return null;
    }

    private static String kind(String access) {
        return access.endsWith("Fence") ? "a fence less" : access.startsWith("compare") || access.startsWith("getAnd")
            ? "an atomic as a load and a store" : access.startsWith("get") ? "an acquire less" : "a release less";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.libraries.shared.Numbers;
import io.shmem4j.libraries.shared.Pieces;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** JDK Mission Control reads the recordings of a job: its parser the events, its rules what they know. */
@Thorough
class MissionControlIT {
    @TempDir
    private Path folder;

    @Test
    void itReadsTheFilesOfAllPes() throws Exception {
        String path = LibraryPath.of(folder.resolve("classes"), List.of(Pieces.class), "guava-", "failureaccess-",
            "commons-math3-");
        Oshrun.run(List.of("-np", "3", "--timeout", "120", "--heap-size", "1m", "--pes-per-jvm", "1", "--jfr",
            folder + ",io.shmem4j.Collective#threshold=0ms", "-cp", path, Pieces.class.getName(),
            Numbers.class.getName())).expect(0);
        IItemCollection recording = JfrLoaderToolkit.loadEvents(recordings());
        Set<Long> sessions = new HashSet<>();
        Set<Long> collectives = new HashSet<>();
        for (IItemIterable events : recording) {
            Set<Long> seen = switch (events.getType().getIdentifier()) {
                case "io.shmem4j.Session" -> sessions;
                case "io.shmem4j.Collective" -> collectives;
                default -> new HashSet<>();
            };
            if (events.getType().getIdentifier().startsWith("io.shmem4j.")) {
                IMemberAccessor<IQuantity, IItem> pe = Attribute.attr("pe", UnitLookup.NUMBER)
                    .getAccessor(events.getType());
                events.forEach(event -> seen.add(pe.getMember(event).longValue()));
            }
        }
        assertEquals(Set.of(0L, 1L, 2L), sessions);
        assertEquals(Set.of(0L, 1L, 2L), collectives);
        Map<IRule, Future<IResult>> results = RulesToolkit.evaluateParallel(RuleRegistry.getRules(), recording,
            null, 0);
        assertTrue(results.size() > 50, () -> results.size() + " rules");
        for (Map.Entry<IRule, Future<IResult>> result : results.entrySet()) {
            assertTrue(result.getValue().get() != null, result.getKey().getId());
        }
    }

    private List<File> recordings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toFile).filter(file -> file.getName().endsWith(".jfr")).toList();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flight recordings of jobs: one file a JVM that the JDK reads, with what the PEs have done. */
class FlightIT {
    @TempDir
    private Path folder;

    private List<Path> files() {
        return Oshrun.names(folder).stream().map(folder::resolve).toList();
    }

    @Test
    void aSharedJvmHasARecording() throws IOException {
        eachJvmHasARecording("3", 1, "0ms");
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, 3, 1ms"})
    void eachJvmHasARecording(String pesPerJvm, int jvms, String threshold) throws IOException {
        Oshrun.Result result = Oshrun.run(Oshrun.words(3, Oshrun.program(LateProgram.class), "--pes-per-jvm", pesPerJvm,
            "--jfr", folder + ",settings=default,io.shmem4j.Collective#threshold=" + threshold + ","
            + "io.shmem4j.Session#stackTrace=false", "-x",
            "SHMEM_BARRIER_ALGORITHM=dissemination")).expect(0);
        assertEquals("", result.out(), "the program prints nothing");
        assertEquals(jvms, files().size(), () -> files().toString());
        String first = files().stream().map(Path::toString).filter(name -> name.endsWith("-pe-0.jfr")).findFirst()
            .orElseThrow();
        assertTrue(result.err().endsWith("oshrun: jfr: " + first.replace("-0.", "-*.") + "\n"), result.err());
        List<RecordedEvent> all = new ArrayList<>();
        for (Path file : files()) {
            all.addAll(RecordingFile.readAllEvents(file));
        }
        Map<String, List<RecordedEvent>> events = all.stream()
            .collect(Collectors.groupingBy(event -> event.getEventType().getName()));
        assertEquals(jvms, events.get("jdk.JVMInformation").stream().map(event -> event.getLong("pid")).distinct()
            .count());
        assertEquals(Set.of(0, 1, 2), pes(events.get("io.shmem4j.Session")));
        for (String name : List.of("io.shmem4j.Collective", "io.shmem4j.Wait")) {
            for (RecordedEvent event : events.get(name)) {
                assertTrue(event.getString("place").matches(".*\\.LateProgram\\.\\w+\\(LateProgram\\.java:\\d+\\)"),
                    () -> "the place is another: " + event);
                assertTrue(event.getStackTrace().getFrames().stream().anyMatch(frame -> frame.getMethod().getType()
                    .getName().equals(LateProgram.class.getName())), () -> "the stack is another's: " + event);
            }
        }
        if (threshold.equals("0ms")) {
            assertEquals(2, events.get("io.shmem4j.Collective").stream().filter(event -> event.getInt("pe") == 2
                && event.getString("operation").equals("barrierAll")).count(), "short barriers, too");
        }
        assertTrue(events.get("io.shmem4j.Session").stream().allMatch(event -> event.getStackTrace() == null));
        RecordedEvent barrier = events.get("io.shmem4j.Collective").stream()
            .filter(event -> event.getString("operation").equals("barrierAll") && event.getInt("pe") == 0)
            .findFirst().orElseThrow();
        assertEquals(2, barrier.getInt("last"));
        assertEquals("world of 3", barrier.getString("team"));
        assertEquals("dissemination", barrier.getString("algorithm"));
        RecordedEvent broadcast = events.get("io.shmem4j.Collective").stream()
            .filter(event -> event.getString("operation").equals("broadcast")).findFirst().orElseThrow();
        assertEquals("team 2 (2 PEs from world PE 0 by 2)", broadcast.getString("team"));
        assertEquals(800, broadcast.getLong("bytes"));
        RecordedEvent wait = events.get("io.shmem4j.Wait").stream()
            .filter(event -> event.getString("routine").equals("waitUntil") && event.getInt("pe") == 1).findFirst()
            .orElseThrow();
        assertEquals("flags of\rthose that wait", wait.getString("object"));
        assertTrue(events.get("io.shmem4j.Wait").stream().anyMatch(event -> event.getString("routine")
            .equals("barrierAll")));
        assertTrue(events.get("io.shmem4j.Wait").stream().noneMatch(event -> event.getString("routine")
            .equals("collective")), "each collective has its name");
    }

    /** A percent sign is the JVM's own; a PE that is killed leaves no recording. */
    @Thorough
    @Test
    void theLauncherNamesJvmsWithoutARecording() throws IOException {
        Path odd = folder.resolve("100 %p %");
        String err = Oshrun.run(Oshrun.words(2, Oshrun.program(LateProgram.class, "halt"), "--jfr", odd.toString()))
            .expect(0).err();
        assertTrue(err.contains("-pe-*.jfr, without PE 1, which did not end in order\n"), err);
        List<String> names = Oshrun.names(odd);
        assertTrue(names.stream().anyMatch(name -> name.endsWith("-pe-0.jfr")), names::toString);
    }

    private static Set<Integer> pes(List<RecordedEvent> events) {
        return events.stream().map(event -> event.getInt("pe")).collect(Collectors.toSet());
    }

    @Thorough
    @Test
    void whatCannotBeRecordedIsRefused() throws IOException {
        for (List<String> options : List.of(List.of("--profile"), List.of("--trace", folder.resolve("t").toString()),
            List.of("-x", "SHMEM_PROFILE=1"))) {
            List<String> words = new ArrayList<>(List.of("--jfr", folder.toString()));
            words.addAll(options);
            String refused = Oshrun.inThisJvm(Oshrun.words(1, Oshrun.program(LateProgram.class),
                words.toArray(new String[0]))).expect(2).err();
            assertTrue(refused.contains("--jfr and ") && refused.contains("exclude each other"), refused);
        }
        String error = Oshrun.inThisJvm(Oshrun.words(1, Oshrun.program(LateProgram.class), "--jfr", folder
            + ",profile")).expect(2).err();
        assertTrue(error.contains("not 'profile'"), error);
        error = Oshrun.run(Oshrun.words(1, Oshrun.program(LateProgram.class), "--jfr", folder + ",settings=none.jfc"))
            .expect(1).err();
        assertTrue(error.contains("none.jfc"), error);
        for (String name : List.of("", ",", ",settings=profile", folder + "/it's", folder + "/a\"b",
            folder + "/a\nb")) {
            error = Oshrun.inThisJvm(Oshrun.words(1, Oshrun.program(LateProgram.class), "--jfr", name)).expect(2)
                .err();
            assertTrue(error.startsWith("oshrun: --jfr"), error);
        }
        assertEquals(List.of(), files());
        Oshrun.Result failed = Oshrun.run(Oshrun.words(2, Oshrun.program(LateProgram.class, "fail"), "--jfr",
            folder.toString())).expect(1);
        assertTrue(failed.err().contains("PE"), failed.err());
        assertTrue(files().stream().noneMatch(Files::isDirectory), "the JVMs' own recordings are gone");
    }
}

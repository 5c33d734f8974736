// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.launch.FaultProgram;
import io.shmem4j.launch.SmallDisk;
import io.shmem4j.observe.TraceLayout;
import io.shmem4j.spi.Routine;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code oshrun --trace} in real jobs: what is in the files, and what happens when PEs or the launcher die. */
class TraceIT {
    @TempDir
    private Path folder;

    private Oshrun.Result run(int np, List<String> program, String... options) {
        return Oshrun.run(Oshrun.words(np, program, options));
    }

    private List<JsonObject> calls(String file) throws IOException {
        List<JsonObject> calls = new ArrayList<>();
        for (JsonElement event : JsonParser.parseString(Files.readString(folder.resolve(file))).getAsJsonObject()
            .getAsJsonArray("traceEvents")) {
            if (event.getAsJsonObject().get("ph").getAsString().equals("X")) {
                calls.add(event.getAsJsonObject());
            }
        }
        return calls;
    }

    private static Map<String, Integer> countsOf(List<JsonObject> calls, int pe) {
        Map<String, Integer> counts = new TreeMap<>();
        calls.stream().filter(call -> call.get("pid").getAsInt() == pe)
            .forEach(call -> counts.merge(call.get("name").getAsString(), 1, Integer::sum));
        return counts;
    }

    @Test
    void everyCallIsInTheTrace() throws IOException {
        everyCallIsInTheTrace("3");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "1")
    void everyCallIsInTheTrace(String perJvm) throws IOException {
        String err = run(3, Oshrun.program(TracedProgram.class), "--trace", folder.resolve("t.json").toString(),
            "--pes-per-jvm", perJvm).expect(0).errors();
        assertTrue(err.startsWith("oshrun: trace: 42 calls in " + folder.resolve("t.json")), err);
        assertEquals(List.of("t.json"), Oshrun.names(folder));
        List<JsonObject> calls = calls("t.json");
        for (int pe = 0; pe < 3; pe++) {
            // Tests that follow one another are one record; p is made while recording is off.
            assertEquals(Map.of("barrierAll", 1, "allocate", 2, "put", 10, "test", 1), countsOf(calls, pe));
        }
        for (JsonObject call : calls) {
            assertTrue(call.get("ts").getAsDouble() >= 0 && call.get("dur").getAsDouble() >= 0, call::toString);
            assertFalse(call.getAsJsonObject("args").has("unfinished"), call::toString);
            if (call.get("name").getAsString().equals("put")) {
                assertEquals((call.get("pid").getAsInt() + 1) % 3, call.getAsJsonObject("args").get("peer").getAsInt());
                assertEquals(800, call.getAsJsonObject("args").get("bytes").getAsInt());
            }
        }
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void interruptedThreadsStillReachFiles(String perJvm) throws IOException {
        Oshrun.Result result = run(2, Oshrun.program(InterruptedProgram.class), "--trace",
            folder.resolve("t.json").toString(), "--checkpoint", folder.resolve("snapshot").toString(),
            "--pes-per-jvm", perJvm).expect(0);
        assertEquals(List.of("interrupted true 1", "interrupted true 1"), result.out().lines().toList());
        assertTrue(result.errors().startsWith("oshrun: trace: 10 calls in "), result.err());
        assertEquals(List.of("snapshot", "t.json"), Oshrun.names(folder));
    }

    @Test
    void longWaitsHaveTheirObjectAndLine() throws IOException {
        run(3, Oshrun.program(LateProgram.class), "--trace", folder.resolve("late").toString()).expect(0);
        Set<String> places = new TreeSet<>();
        for (JsonObject call : calls("late.json")) {
            JsonElement place = call.getAsJsonObject("args").get("place");
            if (place != null) {
                places.add(place.getAsString());
            }
        }
        assertTrue(places.stream().anyMatch(place -> place.matches("\"flags of those that wait\" at \\S+"
            + "LateProgram.main\\(LateProgram.java:\\d+\\)")), places::toString);
    }

    @Thorough
    @Test
    void recordsOfAKilledPeAreInTheTrace() throws IOException {
        Oshrun.Result result = run(3, Oshrun.program(FaultProgram.class, "BARRIER", "KILL"), "--trace",
            folder.resolve("t").toString(), "--grace", "0.5").expect(137);
        assertTrue(result.err().contains("was killed by SIGKILL"), result.err());
        List<JsonObject> last = calls("t.json").stream().filter(call -> call.get("pid").getAsInt() == 2).toList();
        assertEquals("barrierAll", last.getLast().get("name").getAsString());
        assertTrue(last.getLast().getAsJsonObject("args").get("unfinished").getAsBoolean());
        assertEquals(List.of("t.json"), Oshrun.names(folder));
    }

    @Thorough
    @Test
    void aFullTraceSaysWhatItLacks() throws IOException {
        String err = run(2, Oshrun.program(TracedProgram.class), "--trace", folder.resolve("t").toString(),
            "--trace-size", "256").expect(0).err();
        assertTrue(err.contains("oshrun: trace: 8 calls in"), err);
        assertTrue(err.matches("(?s).*oshrun: trace: \\d+ later calls are not in the trace \\(PE 0 lacks \\d+\\): it "
            + "was full; --trace-size makes more room\n.*"), err);
    }

    /** The PEs' records fit, what is made of them does not, until there is room. */
    @Thorough
    @Test
    void aFullDiskLeavesTheRecordsAndNothingHalfWritten() throws IOException {
        Path small = Files.createDirectory(folder.resolve("small"));
        try (SmallDisk disk = SmallDisk.at(small, 256 << 10)) {
            disk.assume();
            Path filler = small.resolve("filler");
            String parts = small.resolve("t.parts").toString();
            Files.write(filler, new byte[240 << 10]);
            Oshrun.Result result = run(2, Oshrun.program(TracedProgram.class), "--trace", small.resolve("t")
                .toString(), "--trace-size", "2k").expect(1);
            assertTrue(result.err().endsWith("oshrun: trace: it can't be written: java.io.IOException: No space left "
                + "on device; its records are in " + parts + ": make room, then 'oshrun trace " + parts
                + "' writes it\n"), result.err());
            assertFalse(Files.exists(small.resolve("t.json")));
            result = run(2, Oshrun.program(TracedProgram.class), "--trace", small.resolve("t").toString(),
                "--trace-size", "2k", "--max-restarts", "1").expect(1);
            assertTrue(result.err().endsWith("oshrun: no restart of 1 is left; there is no checkpoint\n"),
                result.err());
            Files.delete(filler);
            Oshrun.run(List.of("trace", parts)).expect(0);
            assertTrue(Files.size(small.resolve("t.json")) > 0);
        }
    }

    /** The first record finds the disk full: the job goes on, and nobody says that it made no calls. */
    @Thorough
    @Test
    void recordsThatFindTheDiskFullAreCounted() throws IOException {
        Path small = Files.createDirectory(folder.resolve("small"));
        try (SmallDisk disk = SmallDisk.at(small, 64 << 10)) {
            disk.assume();
            String err = run(1, Oshrun.program(TracedProgram.class), "--trace", small.resolve("t").toString())
                .expect(0).err();
            assertTrue(err.matches("oshrun: trace: \\d+ later calls are not in the trace \\(PE 0 lacks \\d+\\): the "
                + "file system was full\noshrun: trace: there is none\n"), err);
        }
    }

    @Test
    void whatCannotWorkIsRefusedBeforeTheStart() throws IOException {
        Files.createDirectory(folder.resolve("d.json"));
        refuse("there is no folder " + folder.resolve("none"), "--trace", folder.resolve("none/t").toString());
        refuse("d.json exists and can't be written", "--trace", folder.resolve("d").toString());
        refuse("'" + folder + "/' is no name of a file", "--trace", folder + "/");
        Files.createSymbolicLink(folder.resolve("l.parts"), folder.resolve("d.json"));
        refuse("l.parts: java.nio.file.FileAlreadyExistsException", "--trace", folder.resolve("l").toString());
        refuse("can't write /proc/t.parts", "--trace", "/proc/t");
        refuse("--trace and --profile exclude each other", "--profile", "--trace", folder.resolve("t").toString());
        refuse("--trace and SHMEM_PROFILE exclude", "-x", "SHMEM_PROFILE=1", "--trace", folder.resolve("t").toString());
        refuse("--trace-size needs --trace", "--trace-size", "1m");
        refuse("--trace-size 60: that is less than a record", "--trace-size", "60", "--trace",
            folder.resolve("t").toString());
        assertEquals(List.of("d.json", "l.parts"), Oshrun.names(folder));
    }

    private void refuse(String why, String... options) {
        Oshrun.Result result = Oshrun.inThisJvm(Oshrun.words(2, Oshrun.program(TracedProgram.class), options))
            .expect(2);
        assertTrue(result.err().contains(why), result.err());
        assertEquals("", result.out());
    }

    @Thorough
    @Test
    void recordsThatAKilledLauncherLeavesMakeATrace() throws Exception {
        String trace = folder.resolve("t").toString();
        Path parts = folder.resolve("t.parts");
        List<String> words = Oshrun.words(2, Oshrun.program(TracedProgram.class, "wait"), "--trace", trace);
        try (Oshrun job = Oshrun.start(words)) {
            job.awaitOutput("waiting", 2);
            refuse("another job is writing this trace", "--trace", trace);
            List<ProcessHandle> pes = job.process().descendants().toList();
            job.signal("KILL");
            job.awaitEnd();
            for (ProcessHandle pe : pes) {
                pe.onExit().get(60, TimeUnit.SECONDS);
            }
        }
        Oshrun.Result result = Oshrun.run(List.of("trace", parts + "/")).expect(0);
        assertTrue(result.err().contains("trace: 30 calls in"), result.err());
        assertEquals(Map.of("barrierAll", 1, "allocate", 2, "put", 10, "Signal.waitUntil", 1, "test", 1),
            countsOf(calls("t.json"), 1));

        damage(parts);
        result = tool(parts).expect(1);
        assertTrue(result.err().contains("pe-0.trace is damaged: records left out that make no sense: 1\n"),
            result.err());
        assertTrue(result.err().contains("pe-1.trace is cut off: "), result.err());
        assertTrue(result.err().contains("trace: 14 calls in"), result.err());

        for (int claimed : new int[] {65_536, 16_777_216, -1}) {
            for (int pe = 0; pe < 2; pe++) {
                claim(parts.resolve(TraceLayout.fileName(pe)), claimed);
            }
            result = tool(parts).expect(1);
            assertTrue(result.err().contains("is damaged: it says it is of a job of " + claimed + " PEs"),
                result.err());
        }

        Files.writeString(parts.resolve(TraceLayout.fileName(0)), "x");
        Files.write(parts.resolve(TraceLayout.fileName(1)), new byte[10_000]);
        result = tool(parts).expect(1);
        assertTrue(result.err().contains("pe-0.trace is cut off in its header (1 bytes)"), result.err());
        assertTrue(result.err().contains("pe-1.trace is no file of trace records"), result.err());
        assertTrue(result.err().contains("there are no records in"), result.err());
        assertTrue(tool(folder).expect(2).err().contains("is no folder NAME.parts"));
    }

    /** A record of PE 0 gets a routine that does not exist; PE 1's file loses all records. */
    private static void claim(Path part, int nPes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
            file.seek(TraceLayout.PES);
            file.writeInt(Integer.reverseBytes(nPes));
        }
    }

    private static void damage(Path parts) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(parts.resolve(TraceLayout.fileName(0)).toFile(), "rw")) {
            file.seek(TraceLayout.HEADER_BYTES + 2 * TraceLayout.RECORD_BYTES + TraceLayout.WHAT);
            file.write(new byte[] {(byte) 0xff, (byte) 0xff});
        }
        try (RandomAccessFile file = new RandomAccessFile(parts.resolve(TraceLayout.fileName(1)).toFile(), "rw")) {
            file.setLength(TraceLayout.HEADER_BYTES);
        }
    }

    @Test
    void recordsOfAnyPeMakeATrace() throws IOException {
        ByteBuffer part = ByteBuffer.allocate((int) TraceLayout.HEADER_BYTES + TraceLayout.RECORD_BYTES)
            .order(ByteOrder.nativeOrder());
        part.putLong((int) TraceLayout.MAGIC_AT, TraceLayout.MAGIC);
        part.putInt((int) TraceLayout.FORMAT_AT, TraceLayout.FORMAT);
        part.putInt((int) TraceLayout.ROUTINES, Routine.values().length);
        part.putInt((int) TraceLayout.PE, 2).putInt((int) TraceLayout.PES, 3);
        part.putLong((int) TraceLayout.BEGAN, 1).putLong((int) TraceLayout.LENGTH, part.capacity());
        int record = (int) TraceLayout.HEADER_BYTES;
        part.putLong(record + TraceLayout.BEGIN, 2).putLong(record + TraceLayout.END, 3);
        part.putLong(record + TraceLayout.WHAT, TraceLayout.what(0, -1, 1));
        Path parts = Files.createDirectory(folder.resolve("t.parts"));
        Files.write(parts.resolve(TraceLayout.fileName(2)), part.array());
        TraceMerge.Result result = TraceMerge.merge(parts, 0, TraceFiles.of(folder.resolve("t").toString()));
        assertEquals(new TraceMerge.Result(1, List.of(), List.of("2 PEs have no records, PE 0 the first of them: they"
            + " never initialised the library")), result);
        assertEquals(Map.of(Routine.values()[0].text(), 1), countsOf(calls("t.json"), 2));
    }

    private Oshrun.Result tool(Path parts) {
        return Oshrun.run(List.of("trace", parts.toString()));
    }
}

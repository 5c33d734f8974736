// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import com.google.gson.stream.JsonWriter;
import io.shmem4j.observe.TraceLayout;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Merges the records of all PEs into one trace. Damaged records are skipped and reported. */
public final class TraceMerge {
    /** How each trace begins. */
    static final String BEGIN = "{\"displayTimeUnit\":";
    private final Path folder;
    private final List<TracePart> parts = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int nPes;

    private TraceMerge(Path folder, int nPes) {
        this.folder = folder;
        this.nPes = nPes;
    }

    /**
     * Result of a merge.
     *
     * @param damage one line per defect of the records
     * @param notes  one line per other reason why calls are missing
     */
    public record Result(long calls, List<String> damage, List<String> notes) {
    }

    /** Writes the trace, if there is any call. With {@code nPes} 0 the records determine the number of PEs. */
    public static Result merge(Path folder, int nPes, TraceFiles to) throws IOException {
        TraceMerge merge = new TraceMerge(folder, nPes);
        try (Arena arena = Arena.ofConfined()) {
            merge.open(arena);
            long calls = merge.parts.stream().mapToLong(part -> part.calls).sum();
            if (calls > 0) {
                merge.write(to.json());
            }
            return new Result(calls, merge.damage, merge.notes);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void open(Arena arena) throws IOException {
        List<Integer> silent = new ArrayList<>();
        for (int pe = 0; pe < (nPes == 0 ? TracePart.MOST_PES : nPes); pe++) {
            if (!Files.exists(file(pe))) {
                silent.add(pe);
                continue;
            }
            try {
                TracePart part = TracePart.open(file(pe), pe, nPes, arena);
                nPes = part.nPes;
                parts.add(part);
                inspect(part);
            } catch (IOException e) {
                damage.add(e.getMessage());
            }
        }
        if (!silent.isEmpty() && !parts.isEmpty()) {
            notes.add(silent.size() == 1
                ? "PE " + silent.getFirst() + " has no records: it never initialised the library"
                : silent.size() + " PEs have no records, PE " + silent.getFirst()
                    + " the first of them: they never initialised the library");
        }
        long dropped = parts.stream().mapToLong(TracePart::dropped).sum();
        if (dropped > 0) {
            TracePart first = parts.stream().filter(part -> part.dropped() > 0).findFirst().orElseThrow();
            boolean space = parts.stream().anyMatch(TracePart::droppedForSpace);
            notes.add(dropped + " later calls are not in the trace (PE " + first.pe + " lacks " + first.dropped()
                + "): " + (space ? "the file system was full" : "it was full; --trace-size makes more room"));
        }
    }

    private void inspect(TracePart part) {
        if (part.cutOff() > 0) {
            damage.add(file(part.pe) + " is cut off: " + part.cutOff() + " bytes are missing");
        }
        if (part.damaged > 0) {
            damage.add(file(part.pe) + " is damaged: records left out that make no sense: " + part.damaged);
        }
    }

    private Path file(int pe) {
        return folder.resolve(TraceLayout.fileName(pe));
    }

    /** Writes the complete file or none. */
    private void write(Path file) throws IOException {
        long origin = parts.stream().mapToLong(part -> part.began).min().orElseThrow();
        long limit = parts.stream().mapToLong(part -> part.last).max().orElseThrow();
        try (ChromeJson json = new ChromeJson(file, origin)) {
            for (TracePart part : parts) {
                json.pe(part.pe);
                part.forEach(limit, json::add);
            }
        } catch (IOException | UncheckedIOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** {@return a message with the number of calls and the file} */
    public static String describe(TraceFiles to, Result result) {
        return String.format(Locale.ROOT, "%d calls in %s", result.calls, to.json());
    }

    /**
     * Writer of the trace event format. A PE is a process; times are microseconds since the first init. Each event
     * starts a line.
     */
    private static final class ChromeJson implements Closeable {
        private static final int DIGITS_OF_A_MICROSECOND = 3;

        private final Writer out;
        private final JsonWriter json;
        private final long origin;
        private final Map<Integer, Integer> threads = new HashMap<>();

        ChromeJson(Path file, long origin) throws IOException {
            this.out = Files.newBufferedWriter(file);
            this.json = new JsonWriter(out);
            this.origin = origin;
            json.beginObject().name("displayTimeUnit").value("ns").name("traceEvents").beginArray();
        }

        /** Starts the events of a PE. */
        void pe(int pe) throws IOException {
            threads.clear();
            beginEvent("M", "process_name", pe).name("args").beginObject().name("name").value("PE " + pe);
            json.endObject().endObject();
            beginEvent("M", "process_sort_index", pe).name("args").beginObject().name("sort_index").value(pe);
            json.endObject().endObject();
        }

        void add(TracePart.Call call) {
            try {
                beginEvent("X", call.routine.text(), call.pe).name("cat").value(TracePart.word(call.routine.family()))
                    .name("tid").value(threads.computeIfAbsent(call.thread, thread -> threads.size()))
                    .name("ts").value(micros(call.begin - origin)).name("dur").value(micros(call.end - call.begin))
                    .name("args").beginObject();
                if (call.peer >= 0) {
                    json.name("peer").value(call.peer);
                }
                if (call.bytes > 0) {
                    json.name("bytes").value(call.bytes);
                }
                if (!call.place.isEmpty()) {
                    json.name("place").value(call.place);
                }
                if (call.open) {
                    json.name("unfinished").value(true);
                }
                json.endObject().endObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private JsonWriter beginEvent(String phase, String name, int pe) throws IOException {
            out.write('\n');
            return json.beginObject().name("ph").value(phase).name("name").value(name).name("pid").value(pe);
        }

        private static BigDecimal micros(long nanos) {
            return BigDecimal.valueOf(nanos, DIGITS_OF_A_MICROSECOND);
        }

        @Override
        public void close() throws IOException {
            try (out) {
                json.endArray().endObject();
            }
        }
    }
}

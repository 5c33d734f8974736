// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.stream.JsonWriter;
import io.shmem4j.spi.Routine.Family;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the trace event format that Perfetto and Chrome's tracing page read: a PE is a process, times are microseconds
 * since the first PE's init. Each event begins a line.
 */
final class ChromeJson implements Closeable {
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

    /** Starts the calls of a PE. */
    void pe(int pe) throws IOException {
        threads.clear();
        beginEvent("M", "process_name", pe).name("args").beginObject().name("name").value("PE " + pe).endObject()
            .endObject();
        beginEvent("M", "process_sort_index", pe).name("args").beginObject().name("sort_index").value(pe).endObject()
            .endObject();
    }

    void add(TracePart.Call call) {
        try {
            beginEvent("X", call.routine.text(), call.pe).name("cat").value(name(call.routine.family()))
                .name("tid").value(threads.computeIfAbsent(call.thread, thread -> threads.size()))
                .name("ts").value(micros(call.begin - origin)).name("dur").value(micros(call.nanos()))
                .name("args").beginObject();
            if (call.peer >= 0) {
                json.name("peer").value(call.peer);
            }
            if (call.bytes > 0) {
                json.name("bytes").value(call.bytes);
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

    /** {@return the word for what a routine is counted among, as the profile's tables have it} */
    static String name(Family family) {
        return switch (family) {
            case REDUCTION -> "reductions";
            case COLLECTIVE -> "collectives";
            case REMOTE -> "remote access";
            case WAITING -> "waiting";
        };
    }
}

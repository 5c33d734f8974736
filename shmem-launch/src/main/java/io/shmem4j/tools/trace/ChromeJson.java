// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the trace event format that Perfetto and Chrome's tracing page read: a PE is a process, times are microseconds
 * since the first PE's init.
 */
final class ChromeJson implements Closeable {
    private static final long MICRO = 1000;

    private final Writer out;
    private final long origin;
    private final StringBuilder line = new StringBuilder(256);
    private final Map<Integer, Integer> threads = new HashMap<>();
    private String separator = "\n";

    ChromeJson(Path file, long origin) throws IOException {
        this.out = Files.newBufferedWriter(file);
        this.origin = origin;
        out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    /** Starts the calls of a PE. */
    void pe(int pe) throws IOException {
        threads.clear();
        event(String.format(Locale.ROOT, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":"
            + "\"PE %d\"}}", pe, pe));
        event(String.format(Locale.ROOT, "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":%d,\"args\":{"
            + "\"sort_index\":%d}}", pe, pe));
    }

    void add(Call call) {
        line.setLength(0);
        line.append("{\"ph\":\"X\",\"name\":\"").append(call.routine.text()).append("\",\"cat\":\"")
            .append(Groups.name(call.routine.group())).append("\",\"pid\":").append(call.pe).append(",\"tid\":")
            .append(threads.computeIfAbsent(call.thread, thread -> threads.size())).append(",\"ts\":");
        micros(call.begin - origin);
        line.append(",\"dur\":");
        micros(call.nanos());
        line.append(",\"args\":{");
        String comma = "";
        if (call.peer >= 0) {
            line.append("\"peer\":").append(call.peer);
            comma = ",";
        }
        if (call.bytes > 0) {
            line.append(comma).append("\"bytes\":").append(call.bytes);
            comma = ",";
        }
        if (call.open) {
            line.append(comma).append("\"unfinished\":true");
        }
        line.append("}}");
        event(line);
    }

    private void micros(long nanos) {
        line.append(nanos / MICRO).append('.');
        long rest = nanos % MICRO;
        line.append((char) ('0' + rest / 100)).append((char) ('0' + rest / 10 % 10)).append((char) ('0' + rest % 10));
    }

    private void event(CharSequence text) {
        try {
            out.append(separator).append(text);
            separator = ",\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (out) {
            out.write("\n]}\n");
        }
    }
}

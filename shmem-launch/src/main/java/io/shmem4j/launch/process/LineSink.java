// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.report.OutputFault;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;

/** Receives a PE's output. */
public interface LineSink {
    /** Receives whole lines. Only the last call of a stream may end within a line. */
    void accept(byte[] bytes, int offset, int length);

    /** {@return the end of the line at {@code from}, after its line break if it has one} */
    private static int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, end);
    }

    /** Assembles whole lines from text that arrives in pieces. An unfinished last line is passed on at the end. */
    final class PartialLines implements LineSink {
        /** Length from which an unfinished line is passed on nevertheless. */
        private static final int LONGEST_LINE = 1 << 20;

        private final LineSink next;
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();

        PartialLines(LineSink next) {
            this.next = next;
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            int end = offset + length;
            while (end > offset && bytes[end - 1] != '\n') {
                end--;
            }
            if (end > offset && held.size() == 0) {
                next.accept(bytes, offset, end - offset);
            } else if (end > offset) {
                held.write(bytes, offset, end - offset);
                end();
            }
            held.write(bytes, end, offset + length - end);
            if (held.size() >= LONGEST_LINE) {
                end();
            }
        }

        void end() {
            if (held.size() > 0) {
                byte[] last = held.toByteArray();
                held.reset();
                next.accept(last, 0, last.length);
            }
        }
    }

    /** Writes one stream of a PE to a file, without buffering. */
    final class FileSink implements LineSink {
        private final Path file;
        private final OutputStream stream;
        private final Consumer<OutputFault> whenFailing;
        private boolean failed;

        /** Opens the file for appending or empties it. Only the first failed write is reported. */
        FileSink(Path file, boolean goesOn, Consumer<OutputFault> whenFailing) {
            this.file = file;
            this.whenFailing = whenFailing;
            try {
                this.stream = goesOn ? Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    : Files.newOutputStream(file);
            } catch (IOException e) {
                throw new LaunchException(ExitStatus.LAUNCH, "--output-filename: can't write " + file + ": " + e, e);
            }
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            if (failed) {
                return;
            }
            try {
                stream.write(bytes, offset, length);
            } catch (IOException e) {
                failed = true;
                whenFailing.accept(OutputFault.ofFile(file, e));
            }
        }

        void close() {
            try {
                stream.close();
            } catch (IOException e) {
                // Nothing to report: the job has ended, and failed writes were reported before.
            }
        }
    }

    /**
     * A stream of the launcher, shared by all PEs. Each call is one write under a lock, so lines never mix. A PE's
     * unfinished line is broken before another PE's output.
     */
    final class StreamSink {
        private final int descriptor;
        private final OutputStream stream;
        private final Consumer<OutputFault> whenFailing;
        private Object unfinished;
        private boolean failed;

        /** Only the first failed write is reported. */
        StreamSink(int descriptor, OutputStream stream, Consumer<OutputFault> whenFailing) {
            this.descriptor = descriptor;
            this.stream = stream;
            this.whenFailing = whenFailing;
        }

        public StreamSink(int number, FileDescriptor descriptor, Consumer<OutputFault> whenFailing) {
            this(number, new FileOutputStream(descriptor), whenFailing);
        }

        /** Writes text; the owner identifies the lines that may be unfinished. */
        public void write(Object owner, byte[] text) {
            write(owner, text, 0, text.length);
        }

        /** {@return a sink with its own unfinished line, for one PE} */
        LineSink open() {
            Object owner = new Object();
            return (bytes, offset, length) -> write(owner, bytes, offset, length);
        }

        private synchronized void write(Object owner, byte[] bytes, int offset, int length) {
            if (failed || length == 0) {
                return;
            }
            try {
                if (unfinished != null && unfinished != owner) {
                    stream.write('\n');
                }
                stream.write(bytes, offset, length);
                unfinished = bytes[offset + length - 1] == '\n' ? null : owner;
            } catch (IOException e) {
                failed = true;
                whenFailing.accept(OutputFault.ofStream(descriptor, e.getMessage()));
            }
        }
    }

    /** Puts a tag in front of each line. */
    final class TagSink implements LineSink {
        private final byte[] tag;
        private final LineSink next;
        private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();
        private boolean inLine;

        TagSink(String tag, LineSink next) {
            this.tag = tag.getBytes(StandardCharsets.US_ASCII);
            this.next = next;
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            int end = offset + length;
            tagged.reset();
            for (int at = offset; at < end;) {
                int stop = lineEnd(bytes, at, end);
                if (!inLine) {
                    tagged.writeBytes(tag);
                }
                tagged.write(bytes, at, stop - at);
                inLine = bytes[stop - 1] != '\n';
                at = stop;
            }
            next.accept(tagged.toByteArray(), 0, tagged.size());
        }
    }

    /**
     * Drops JVM messages that users can't act on: the Vector API is an incubator module; logging an exit failed because
     * SIGTERM came during start-up; a stack overflow was postponed in a critical method.
     */
    record JvmRemarks(LineSink next) implements LineSink {
        private static final byte[][] STARTS = {
            "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII),
            "Runtime.exit(143) logging failed: ".getBytes(StandardCharsets.US_ASCII),
            (System.getProperty("java.vm.name") + " warning: Potentially dangerous stack overflow in"
                + " ReservedStackAccess ").getBytes(StandardCharsets.US_ASCII)};

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            int end = offset + length;
            int kept = offset;
            for (int at = offset; at < end;) {
                int stop = lineEnd(bytes, at, end);
                if (isRemark(bytes, at, stop)) {
                    next.accept(bytes, kept, at - kept);
                    kept = stop;
                }
                at = stop;
            }
            next.accept(bytes, kept, end - kept);
        }

        private static boolean isRemark(byte[] bytes, int from, int to) {
            for (byte[] start : STARTS) {
                if (to - from >= start.length
                    && Arrays.equals(bytes, from, from + start.length, start, 0, start.length)) {
                    return true;
                }
            }
            return false;
        }
    }
}

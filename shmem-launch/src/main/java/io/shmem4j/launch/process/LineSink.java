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
import java.util.function.Supplier;

/** Takes a PE's output. */
public interface LineSink {
    /** Takes whole lines; only the last call of a stream may end inside a line. */
    void accept(byte[] bytes, int offset, int length);

    /** {@return the end of a line, behind its line break if it has one} */
    private static int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, end);
    }

    /** Splits a text that comes in pieces into whole lines, and hands on the rest at the end. */
    final class PartialLines implements LineSink {
        /** Longest line that is handed on in one piece. */
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

    /** Writes one stream of one PE to a file of its own, as it comes. */
    final class FileSink implements LineSink {
        private final Path file;
        private final OutputStream stream;
        private final Consumer<OutputFault> whenFailing;
        private boolean failed;

        /**
         * Opens the file, and empties it unless its text goes on. The first failure to write is reported, later ones
         * are not.
         */
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
                // The job has ended; faults that it could hear of have been reported by writes.
            }
        }
    }

    /**
     * One of the launcher's own streams, which all PEs share. The text of one call goes out in one write under one
     * lock, so lines of different PEs never mix. A line that a PE left unfinished ends before another PE's begins.
     */
    final class StreamSink {
        private final int descriptor;
        private final OutputStream stream;
        private final Consumer<OutputFault> whenFailing;
        private Object unfinished;
        private boolean failed;

        /** Writes to a stream. The first failure to write is reported, later ones are not. */
        StreamSink(int descriptor, OutputStream stream, Consumer<OutputFault> whenFailing) {
            this.descriptor = descriptor;
            this.stream = stream;
            this.whenFailing = whenFailing;
        }

        public StreamSink(int number, FileDescriptor descriptor, Consumer<OutputFault> whenFailing) {
            this(number, new FileOutputStream(descriptor), whenFailing);
        }

        /** Writes a text of one PE, or of whoever owns its lines. */
        public void write(Object owner, byte[] text) {
            write(owner, text, 0, text.length);
        }

        /** {@return the stream as one PE sees it} */
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

    /** Starts each line with the PE it comes from, or the time. */
    final class TagSink implements LineSink {
        private final Supplier<byte[]> tags;
        private final LineSink next;
        private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();
        private boolean inLine;

        /** Tags are such as {@code "[3] "}. */
        TagSink(Supplier<byte[]> tags, LineSink next) {
            this.tags = tags;
            this.next = next;
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            byte[] tag = tags.get();
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
     * Drops lines of a PE's JVM that say nothing about the program: the Vector API is in use; the JVM could not log its
     * end because it was asked to end while starting; a stack overflow might have done harm in a named method of the
     * JDK or the library, so the JVM postponed it.
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

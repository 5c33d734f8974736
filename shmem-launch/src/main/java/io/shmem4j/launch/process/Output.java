// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static io.shmem4j.launch.option.LauncherOption.MERGE_STDERR_TO_STDOUT;
import static io.shmem4j.launch.option.LauncherOption.OUTPUT_FILENAME;
import static io.shmem4j.launch.option.LauncherOption.OUTPUT_FROM;
import static io.shmem4j.launch.option.LauncherOption.TAG_OUTPUT;
import static io.shmem4j.launch.option.LauncherOption.TEE;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.pe.Frames;
import io.shmem4j.report.OutputFault;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Routes the PEs' output to the launcher's streams and to files, according to the options. */
public final class Output {
    private final JobPlan plan;
    private final String jobId;
    private final Options options;
    private final boolean merged;
    private final LineSink.StreamSink out;
    private final LineSink.StreamSink err;
    private final BitSet shown;
    private final LineSink.FileSink[][] files;
    private final Messages messages;
    private final Messages ofPes;

    /** {@code whenFailing} is called when a stream of the launcher or a file can't be written. */
    public Output(JobPlan plan, String jobId, Consumer<OutputFault> whenFailing) {
        this.plan = plan;
        this.jobId = jobId;
        this.options = plan.options();
        this.merged = options.has(MERGE_STDERR_TO_STDOUT);
        this.out = new LineSink.StreamSink(1, stream(1), whenFailing);
        this.err = new LineSink.StreamSink(2, stream(2), whenFailing);
        this.messages = new Messages(err.open());
        this.ofPes = new Messages(out.open());
        this.shown = new BitSet();
        if (options.has(TEE) || !options.has(OUTPUT_FILENAME)) {
            if (options.has(OUTPUT_FROM)) {
                shown.or(options.pes(OUTPUT_FROM, plan.nPes()));
            } else {
                shown.set(0, plan.nPes());
            }
        }
        this.files = new LineSink.FileSink[plan.nPes()][];
        if (options.has(OUTPUT_FILENAME)) {
            open(whenFailing);
        }
    }

    private OutputStream stream(int descriptor) {
        return plan.agent() != null ? plan.agent().output(descriptor)
            : new FileOutputStream(descriptor == 1 ? FileDescriptor.out : FileDescriptor.err);
    }

    private void open(Consumer<OutputFault> whenFailing) {
        Path name = options.outputFile().toAbsolutePath();
        try {
            Files.createDirectories(name.getParent());
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--output-filename: can't make " + name.getParent() + ": " + e,
                e);
        }
        int digits = Integer.toString(plan.nPes() - 1).length();
        for (int pe = 0; pe < files.length; pe++) {
            String base = name.getFileName() + String.format(Locale.ROOT, ".%0" + digits + "d.", pe);
            files[pe] = new LineSink.FileSink[] {open(name.resolveSibling(base + "out"), whenFailing),
                merged ? null : open(name.resolveSibling(base + "err"), whenFailing)};
        }
    }

    private LineSink.FileSink open(Path file, Consumer<OutputFault> whenFailing) {
        return new LineSink.FileSink(file, options.startsAgain(), whenFailing);
    }

    /** {@return the started pumps of a JVM's streams, standard output first} */
    public List<OutputPump> carry(Shape.Jvm jvm, Process process, FrameReader.Listener listener) {
        return plan.framed(jvm) ? carryFrames(jvm, process, listener) : carry(jvm.first(), process);
    }

    private List<OutputPump> carryFrames(Shape.Jvm jvm, Process process, FrameReader.Listener listener) {
        int count = jvm.shared() ? jvm.count() : plan.nPes();
        String range = "[" + jvm.first() + "-" + (jvm.first() + count - 1);
        // Output without a PE goes where that of a shown PE goes.
        int some = shown.nextSetBit(jvm.first());
        int place = some >= 0 && some < jvm.first() + count ? some : jvm.first();
        FrameReader reader = new FrameReader(Frames.mark(jobId), jvm.first(), count, (pe, kind) -> kind == Frames.OUT
            ? sink(pe, 0, out, "[" + pe + "] ") : sink(pe, 1, err, "[" + pe + "!] "), listener,
            sink(place, 0, out, range + "] "));
        return List.of(
            new OutputPump("pes-" + jvm.first(), process.getInputStream(), reader, reader::end),
            OutputPump.ofLines("err-" + jvm.first(), process.getErrorStream(), new LineSink.JvmRemarks(merged
                ? sink(place, 0, out, range + "] ") : sink(place, 1, err, range + "!] ")), false));
    }

    private List<OutputPump> carry(int pe, Process process) {
        boolean alone = plan.nPes() == 1;
        boolean asWritten = alone && !plan.app(pe).vector();
        LineSink toOut = sink(pe, 0, out, "[" + pe + "] ");
        if (merged) {
            return List.of(OutputPump.ofLines("out-" + pe, process.getInputStream(), asWritten ? toOut
                : new LineSink.JvmRemarks(toOut), asWritten));
        }
        LineSink toErr = sink(pe, 1, err, "[" + pe + "!] ");
        return List.of(OutputPump.ofLines("out-" + pe, process.getInputStream(), toOut, alone),
            OutputPump.ofLines("err-" + pe, process.getErrorStream(), asWritten ? toErr
                : new LineSink.JvmRemarks(toErr), asWritten));
    }

    private LineSink sink(int pe, int stream, LineSink.StreamSink terminal, String tag) {
        LineSink file = files[pe] == null ? null : files[pe][stream];
        if (!shown.get(pe)) {
            return file != null ? file : (bytes, offset, length) -> { };
        }
        LineSink shownTo = prefixed(tag, terminal.open());
        return file == null ? shownTo : (bytes, offset, length) -> {
            file.accept(bytes, offset, length);
            shownTo.accept(bytes, offset, length);
        };
    }

    public boolean isShown(int pe) {
        return shown.get(pe);
    }

    /** Appends text of the launcher to a PE's file, if it has one. */
    public void toFile(int pe, String text) {
        if (files[pe] != null) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            files[pe][merged ? 0 : 1].accept(bytes, 0, bytes.length);
        }
    }

    /** Prints text of the launcher about some PEs as if it came from their standard error. */
    public void ofPes(List<Integer> pes, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String tag = pes.isEmpty() ? "" : "[" + pes.getFirst() + (pes.size() == 1 ? "" : "...") + (merged ? "] "
            : "!] ");
        prefixed(tag, merged ? ofPes : messages).accept(bytes, 0, bytes.length);
    }

    public LineSink messages() {
        return messages;
    }

    /**
     * Waits for the launcher's own messages up to a timeout, then closes the PEs' files. Nothing may be printed
     * afterwards.
     */
    public void end(long nanos) {
        ofPes.end(nanos);
        messages.end(nanos);
        for (LineSink.FileSink[] ofPe : files) {
            for (int i = 0; ofPe != null && i < ofPe.length && ofPe[i] != null; i++) {
                ofPe[i].close();
            }
        }
    }

    private LineSink prefixed(String tag, LineSink next) {
        return options.has(TAG_OUTPUT) ? new LineSink.TagSink(tag, next) : next;
    }

    /** Prints the launcher's own messages on another thread, so that a slow reader never blocks the main thread. */
    private static final class Messages implements LineSink {
        private static final int STACK_BYTES = 128 << 10;

        private final LineSink next;
        private final ThreadPoolExecutor speaker = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), Messages::thread);

        Messages(LineSink next) {
            this.next = next;
        }

        private static Thread thread(Runnable speaking) {
            Thread thread = new Thread(null, speaking, "messages", STACK_BYTES);
            thread.setDaemon(true);
            return thread;
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            byte[] text = Arrays.copyOfRange(bytes, offset, offset + length);
            speaker.execute(() -> next.accept(text, 0, length));
        }

        /** Waits for pending messages up to a timeout. Rejects new ones. */
        void end(long nanos) {
            speaker.shutdown();
            try {
                speaker.awaitTermination(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.PeNumbers;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.Output;
import io.shmem4j.shm.FailureFile;
import io.shmem4j.shm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Collects uncaught throwables from the job's files and prints them. */
public final class FailurePrinter {
    /** Name prefix of files with complete traces. */
    private static final String FILES = "shmem4j-failures-";

    private final JobFolder folder;
    private final Output output;
    private final List<FailureFile.Entry> unreported = new ArrayList<>();
    private long read;

    /** Creates the file to which PEs append their failures. */
    public FailurePrinter(JobFolder folder, Output output) {
        this.folder = folder;
        this.output = output;
        try {
            FailureFile.create(folder.files());
        } catch (IOException e) {
            // Without the file PEs print failures to their own standard error.
        }
    }

    /** Reads failures added since the last call. */
    public void collect() {
        try {
            FailureFile.Entries more = FailureFile.read(folder.files(), read, folder.control().nPes());
            unreported.addAll(more.list());
            read = more.end();
        } catch (IOException e) {
            // The job's files were deleted, which the launcher reports separately.
        }
    }

    /** Deletes this user's files of complete traces and {@return the deleted ones} */
    public static List<Path> clean() {
        return Proc.list(Path.of(System.getProperty("java.io.tmpdir")), FILES + "*.txt").stream()
            .filter(FailurePrinter::removed).toList();
    }

    private static boolean removed(Path file) {
        try {
            return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Proc.self("fd")))
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another process has deleted it.
            return false;
        }
    }

    /** Prints the collected failures, merged on the terminal and separately in each PE's file. */
    public void print() {
        unreported.forEach(entry -> output.toFile(entry.pe(), entry.text()));
        List<FailureFile.Entry> shown = unreported.stream().filter(entry -> output.isShown(entry.pe())).toList();
        FailureReport report = new FailureReport(shown);
        for (FailureReport.Text text : report.texts) {
            output.ofPes(text.pes(), text.text());
        }
        if (report.cut) {
            try {
                // Created with an unpredictable name, readable only by the user.
                Path file = Files.createTempFile(FILES + folder.jobId() + "-", ".txt");
                Files.writeString(file, FailureReport.whole(shown));
                output.ofPes(List.of(), "The whole texts are in " + file + "; oshrun --clean removes it\n");
            } catch (IOException e) {
                output.ofPes(List.of(), "The whole texts can't be written: " + e + "\n");
            }
        }
        unreported.clear();
    }

    /**
     * Merges failures of PEs: equal traces are printed once, repeated frames are folded, and long traces are cut to a
     * screen.
     */
    static final class FailureReport {
        static final int MOST_LINES = 40;
        /** Lines kept from the beginning of a long trace; its causes share the rest. */
        private static final int FIRST_LINES = 30;
        /** Maximum number of different messages printed above a common trace. */
        private static final int MOST_HEADS = 8;
        /** Longest repeating sequence of frames to look for. */
        private static final int LONGEST_CYCLE = 16;
        /** Repetitions that occur less often are not folded. */
        private static final int LEAST_TIMES = 4;
        private static final String FRAME = "\tat ";
        private static final String OVERFLOW = StackOverflowError.class.getName();

        final List<Text> texts = new ArrayList<>();
        /** The hint that a PE appended to its trace, by the entry without it. */
        private final Map<FailureFile.Entry, String> hints = new HashMap<>();
        /** Whether any lines were omitted. */
        boolean cut;

        record Text(List<Integer> pes, String text) { }

        /** Merges entries, one per PE and earliest first. */
        FailureReport(List<FailureFile.Entry> entries) {
            Map<String, Map<String, List<FailureFile.Entry>>> byTrace = new LinkedHashMap<>();
            for (FailureFile.Entry whole : entries) {
                int end = hint(whole);
                FailureFile.Entry entry = new FailureFile.Entry(whole.pe(), whole.text().substring(0, end));
                hints.put(entry, whole.text().substring(end));
                int frames = entry.text().indexOf(FRAME);
                String trace = frames < 0 ? "" : entry.text().substring(frames);
                String head = frames < 0 ? entry.text() : entry.text().substring(0, frames);
                String anonymous = anonymous(head, entry.pe());
                byTrace.computeIfAbsent(anonymous.startsWith(OVERFLOW) ? recursion(trace) : trace,
                    key -> new LinkedHashMap<>())
                    .computeIfAbsent(anonymous, key -> new ArrayList<>()).add(entry);
            }
            byTrace.values().forEach(this::add);
        }

        /** {@return the start of the PE's hint: a last line that begins with the PE's tag} */
        private static int hint(FailureFile.Entry entry) {
            int frames = entry.text().indexOf(FRAME);
            int at = entry.text().lastIndexOf("\n" + tag(entry.pe()));
            return frames < 0 || at < frames ? entry.text().length() : at + 1;
        }

        /**
         * {@return the frames that repeat in a stack overflow} Overflows of one recursion differ only in where they
         * stop.
         */
        private static String recursion(String trace) {
            return trace.lines().collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()))
                .entrySet().stream().filter(line -> line.getValue() >= LEAST_TIMES).map(Map.Entry::getKey)
                .collect(Collectors.joining("\n"));
        }

        /** Adds a text for failures with a common trace: each message with its PEs, then the trace. */
        private void add(Map<String, List<FailureFile.Entry>> heads) {
            StringBuilder text = new StringBuilder();
            int shown = 0;
            int more = 0;
            for (Map.Entry<String, List<FailureFile.Entry>> head : heads.entrySet()) {
                List<FailureFile.Entry> group = head.getValue();
                if (shown++ >= MOST_HEADS) {
                    more += group.size();
                } else if (group.size() == 1) {
                    String own = group.getFirst().text();
                    int frames = own.indexOf(FRAME);
                    text.append(frames < 0 ? own : own.substring(0, frames));
                } else {
                    List<Integer> pes = group.stream().map(FailureFile.Entry::pe).sorted().toList();
                    text.append('[').append(PeNumbers.describe(pes)).append("] ").append(head.getKey());
                }
            }
            if (more > 0) {
                cut = true;
                text.append("... and ").append(more)
                    .append(" PEs more, with the same trace and messages of their own\n");
            }
            FailureFile.Entry one = heads.values().iterator().next().getFirst();
            int frames = one.text().indexOf(FRAME);
            String all = text + (frames < 0 ? "" : one.text().substring(frames));
            List<Integer> pes = heads.values().stream().flatMap(List::stream).map(FailureFile.Entry::pe).sorted()
                .toList();
            texts.add(new Text(pes, shortened(folded(all.lines().toList())) + hints.get(one)
                .replace(tag(one.pe()), pes.size() == 1 ? tag(one.pe()) : "[" + PeNumbers.describe(pes) + "] ")));
        }

        private static String tag(int pe) {
            return "[PE " + pe + "] ";
        }

        /** Removes the PE from a message, so that equal messages of several PEs compare equal. */
        private static String anonymous(String head, int pe) {
            String text = head.startsWith(tag(pe)) ? head.substring(tag(pe).length()) : head;
            int end = text.indexOf('\n');
            String first = end < 0 ? text : text.substring(0, end);
            return first.replaceFirst("\\bPE " + pe + "[,:] ", "") + text.substring(first.length());
        }

        /** {@return the lines, with repetitions shown twice and counted} */
        private static List<String> folded(List<String> lines) {
            List<String> kept = new ArrayList<>();
            int at = 0;
            while (at < lines.size()) {
                int cycle = 1;
                int times = 1;
                for (int length = 1; length <= LONGEST_CYCLE; length++) {
                    int found = times(lines, at, length);
                    if (found >= LEAST_TIMES && found * length > times * cycle) {
                        cycle = length;
                        times = found;
                    }
                }
                if (times < LEAST_TIMES) {
                    kept.add(lines.get(at++));
                    continue;
                }
                kept.addAll(lines.subList(at, at + 2 * cycle));
                kept.add("\t... " + (cycle == 1 ? "the same frame " : "the same " + cycle + " frames ") + (times - 2)
                    + " times more");
                at += times * cycle;
            }
            return kept;
        }

        private static int times(List<String> lines, int at, int length) {
            int times = 1;
            while (at + (times + 1) * length <= lines.size() && lines.subList(at, at + length)
                .equals(lines.subList(at + times * length, at + (times + 1) * length))) {
                times++;
            }
            return lines.get(at).startsWith(FRAME) ? times : 1;
        }

        private String shortened(List<String> lines) {
            List<String> kept = new ArrayList<>(lines.subList(0, Math.min(lines.size(), MOST_LINES)));
            if (lines.size() > MOST_LINES) {
                cut = true;
                kept = new ArrayList<>(lines.subList(0, FIRST_LINES));
                int left = MOST_LINES - FIRST_LINES - 1;
                for (int at = FIRST_LINES; at + 1 < lines.size() && left > 1; at++) {
                    if (lines.get(at).startsWith("Caused by: ")) {
                        kept.addAll(lines.subList(at, at + 2));
                        left -= 2;
                    }
                }
                kept.add("\t... (" + lines.size() + " lines)");
            }
            return String.join("\n", kept) + "\n";
        }

        static String whole(List<FailureFile.Entry> entries) {
            Map<Integer, StringBuilder> byPe = new TreeMap<>();
            entries.forEach(entry -> byPe.computeIfAbsent(entry.pe(), pe -> new StringBuilder()).append(entry.text()));
            return String.join("\n", byPe.values());
        }
    }
}

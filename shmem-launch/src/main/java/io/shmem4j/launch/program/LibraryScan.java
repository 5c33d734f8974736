// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;

/** The needs of a jar by itself, for all its programs. */
final class LibraryScan {
    /** A scan that takes longer says what it does. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** How an agent names what attaches it to its own JVM; one that a flag starts has no need to. */
    private static final Set<String> ATTACH = Set.of("com/sun/tools/attach/VirtualMachine",
        "com.sun.tools.attach.VirtualMachine");
    private static final String CLASS = ".class";
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    /** Classes that are known for one look; a later one takes the place of an earlier one. */
    private static final int KNOWN = 1 << 18;

    private interface JarStep {
        void run(LibraryScan scan, JarReader jar) throws IOException;
    }

    private interface EntryLook {
        void at(String name) throws IOException;
    }

    private final Path file;
    private String why;
    private String more = "";
    private boolean agent;
    /** Whether there is nothing left to look at. */
    private boolean whole;

    private LibraryScan(Path file) {
        this.file = file;
    }

    /**
     * Scans jars on all cores, large ones first, and passes on for each a text of lines: why its users need processes
     * or nothing, then each path that its manifest adds to the class path. The first reason ends the scan: the other
     * jars stay unknown. Names decide more often than classes, in a hundredth of the time, so those of all jars come
     * first. Unreadable jars need nothing.
     */
    static void of(List<Path> jars, BiConsumer<Path, String> found) {
        long begin = System.nanoTime();
        List<LibraryScan> scans = jars.stream().sorted(Comparator.comparing(Path::toFile,
            Comparator.comparingLong(File::length)).reversed()).map(LibraryScan::new).toList();
        // Classes without marks, see JarReader.contents: versions of a library share most of them.
        AtomicLongArray known = new AtomicLongArray(scans.size() < 2 ? 1 : KNOWN);
        if (!decided(scans, LibraryScan::names, begin)) {
            decided(scans, (scan, jar) -> scan.types(jar, known), begin);
        }
        scans.stream().filter(scan -> scan.why != null || scan.whole)
            .forEach(scan -> found.accept(scan.file, Objects.toString(scan.why, "") + scan.more));
    }

    /** Runs a step of all scans, and returns whether one has found a reason; that one ends the step. */
    private static boolean decided(List<LibraryScan> scans, JarStep step, long begin) {
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean decided = new AtomicBoolean();
        Runnable run = () -> {
            try (JarReader jar = new JarReader()) {
                for (int i = next.getAndIncrement(); i < scans.size() && !decided.get(); i = next.getAndIncrement()) {
                    scans.get(i).run(step, jar);
                    if (scans.get(i).why != null) {
                        decided.set(true);
                    }
                }
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = Math.min(scans.size(), Runtime.getRuntime().availableProcessors()) - 1; i >= 0; i--) {
            threads.add(Thread.ofPlatform().daemon().name("scan of jars").start(run));
        }
        await(threads, scans.size(), next, begin);
        return decided.get();
    }

    private static void await(List<Thread> threads, int jars, AtomicInteger next, long begin) {
        boolean reported = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    long left = SILENT_NANOS - (System.nanoTime() - begin);
                    thread.join(reported || left <= 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                } catch (InterruptedException e) {
                    // The scan is bounded, and a job without its result would be wrong.
                    continue;
                }
                if (!reported && thread.isAlive()) {
                    reported = true;
                    System.err.println("oshrun: looks through the jars of the class path, once (" + next.get() + " of "
                        + jars + " so far); --pes-per-jvm 1 needs no look");
                }
            }
        }
    }

    private void run(JarStep step, JarReader jar) {
        try {
            jar.open(file);
            step.run(this, jar);
        } catch (IOException | RuntimeException e) {
            // Files that are no jars have no classes for a PE either; earlier findings still count.
            whole = true;
        }
    }

    private void names(JarReader jar) throws IOException {
        Attributes manifest = jar.manifest();
        agent = manifest.getValue("Agent-Class") != null;
        List<String> places = JarReader.places(manifest);
        more = places.isEmpty() ? "" : "\n" + String.join("\n", places);
        entries(jar, name -> {
            why = Marks.file(name);
            if (why == null && !name.endsWith(CLASS) && Marks.mayBeNative(name, jar.length())) {
                jar.begin(ELF.length);
                jar.read(ELF.length);
                why = Arrays.equals(jar.first(), 0, ELF.length, ELF, 0, ELF.length) ? "has a native library, " + name
                    : null;
            }
        });
    }

    private void types(JarReader jar, AtomicLongArray known) throws IOException {
        entries(jar, name -> {
            if (name.endsWith(CLASS)) {
                type(jar, known);
            }
        });
        whole = true;
    }

    private void entries(JarReader jar, EntryLook look) throws IOException {
        while (why == null && jar.next()) {
            try {
                look.at(jar.name());
            } catch (IOException | RuntimeException e) {
                // A class that can't be read counts only where no other one says enough.
                continue;
            }
        }
    }

    private void type(JarReader jar, AtomicLongArray known) throws IOException {
        long contents = jar.contents();
        int place = Long.hashCode(contents) & known.length() - 1;
        if (!agent && known.get(place) == contents) {
            return;
        }
        if (ClassFile.mentions(jar, Marks.NAMES)) {
            why = Marks.of(new ClassFile(jar.bytes()), false);
        } else if (agent) {
            ClassFile type = new ClassFile(jar.bytes());
            type.classes(this::agentNames);
            type.texts(this::agentNames);
        } else {
            known.set(place, contents);
        }
    }

    private void agentNames(String text) {
        if (ATTACH.contains(text)) {
            why = "has an agent that attaches itself to its JVM";
        }
    }
}

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;

/** The needs of a jar by itself, whatever program uses it. */
final class LibraryScan {
    /** A scan that takes longer says what it does. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** How an agent names what attaches it to its own JVM; one that a flag starts has no need to. */
    private static final Set<String> ATTACH = Set.of("com/sun/tools/attach/VirtualMachine",
        "com.sun.tools.attach.VirtualMachine");
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    /** Classes that are known for one look; a later one takes the place of an earlier one. */
    private static final int KNOWN = 1 << 18;

    private final JarReader jar;
    /** Classes without marks, see {@link JarReader#contents}: versions of a library share most of them. */
    private final AtomicLongArray known;
    private String why;
    private String more = "";
    private boolean agent;
    private byte[] buffer = new byte[1 << 16];

    private LibraryScan(JarReader jar, AtomicLongArray known) {
        this.jar = jar;
        this.known = known;
    }

    /**
     * Scans jars on all cores, large ones first, and passes on for each a text of lines: why its users need processes
     * or nothing, then each path that its manifest adds to the class path. The first reason ends the scan: jars that no
     * thread has begun stay unknown. Unreadable jars need nothing.
     */
    static void of(List<Path> jars, BiConsumer<Path, String> found) {
        Path[] files = jars.toArray(Path[]::new);
        Arrays.sort(files, Comparator.comparing(Path::toFile, Comparator.comparingLong(File::length)).reversed());
        AtomicInteger next = new AtomicInteger();
        AtomicLongArray known = new AtomicLongArray(files.length < 2 ? 1 : KNOWN);
        Runnable scan = () -> {
            try (JarReader jar = new JarReader()) {
                for (int i = next.getAndIncrement(); i < files.length; i = next.getAndIncrement()) {
                    LibraryScan library = new LibraryScan(jar, known);
                    library.run(files[i]);
                    found.accept(files[i], Objects.toString(library.why, "") + library.more);
                    if (library.why != null) {
                        next.set(files.length);
                    }
                }
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = Math.min(files.length, Runtime.getRuntime().availableProcessors()) - 1; i >= 0; i--) {
            threads.add(Thread.ofPlatform().daemon().name("scan of jars").start(scan));
        }
        await(threads, files.length, next);
    }

    private static void await(List<Thread> threads, int files, AtomicInteger next) {
        long begin = System.nanoTime();
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
                        + files + " so far); --pes-per-jvm 1 needs no look");
                }
            }
        }
    }

    private void run(Path file) {
        try {
            jar.open(file);
            Attributes manifest = jar.manifest();
            agent = manifest.getValue("Agent-Class") != null;
            String path = manifest.getValue(Attributes.Name.CLASS_PATH);
            more = path == null ? "" : "\n" + path.strip().replaceAll("\\s+", "\n");
            scan();
        } catch (IOException | RuntimeException e) {
            // Files that are no jars have no classes for a PE either; earlier findings still count.
            return;
        }
    }

    private void scan() throws IOException {
        while (why == null && jar.next()) {
            String name = jar.name();
            why = Marks.file(name);
            if (why == null) {
                try {
                    look(name);
                } catch (IOException | RuntimeException e) {
                    // A class that can't be read counts only where no other one says enough.
                    continue;
                }
            }
        }
    }

    private void look(String name) throws IOException {
        if (name.endsWith(".class")) {
            type();
        } else if (Marks.mayBeNative(name, jar.length())) {
            jar.begin();
            jar.read(buffer, 0, ELF.length);
            why = Arrays.equals(buffer, 0, ELF.length, ELF, 0, ELF.length) ? "has a native library, " + name : null;
        }
    }

    private void type() throws IOException {
        int size = jar.size();
        long contents = jar.contents();
        int place = Long.hashCode(contents) & known.length() - 1;
        if (!agent && known.get(place) == contents) {
            return;
        }
        if (buffer.length < size) {
            buffer = new byte[size];
        }
        jar.begin();
        if (ClassFile.mentions(jar, size, Marks.NAMES, buffer)) {
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;

/** The needs of a jar by itself, whatever program uses it. */
final class LibraryScan {
    /** A scan that takes longer says what it does. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** How an agent names what attaches it to its own JVM; one that a flag starts has no need to. */
    private static final Set<String> ATTACH = Set.of("com/sun/tools/attach/VirtualMachine",
        "com.sun.tools.attach.VirtualMachine");
    private final Path file;
    private String why;
    private boolean agent;
    private byte[] buffer = new byte[1 << 16];

    private LibraryScan(Path file) {
        this.file = file;
    }

    /** {@return what the manifest of a jar adds to the class path} */
    static List<String> more(Path file) throws IOException {
        try (Place.Jar jar = new Place.Jar(file)) {
            String more = jar.manifest().getValue(Attributes.Name.CLASS_PATH);
            return more == null ? List.of() : List.of(more.strip().split("\\s+"));
        }
    }

    /**
     * Scans jars on all cores, and passes on for each why its users need processes, or an empty text. The first reason
     * ends the scan: jars that no thread has begun stay unknown. Unreadable jars need nothing.
     */
    static void of(List<Path> files, BiConsumer<Path, String> found) {
        AtomicInteger next = new AtomicInteger();
        Runnable scan = () -> {
            for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
                String why = new LibraryScan(files.get(i)).run();
                found.accept(files.get(i), Objects.toString(why, ""));
                if (why != null) {
                    next.set(files.size());
                }
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = Math.min(files.size(), Runtime.getRuntime().availableProcessors()) - 1; i >= 0; i--) {
            threads.add(Thread.ofPlatform().daemon().name("scan of jars").start(scan));
        }
        await(threads, files, next);
    }

    private static void await(List<Thread> threads, List<Path> files, AtomicInteger next) {
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
                        + files.size() + " so far); --pes-per-jvm 1 needs no look");
                }
            }
        }
    }

    private String run() {
        try (Place.Jar jar = new Place.Jar(file)) {
            agent = jar.manifest().getValue("Agent-Class") != null;
            scan(jar);
        } catch (IOException | RuntimeException e) {
            // Files that are no jars have no classes for a PE either; earlier findings still count.
            return why;
        }
        return why;
    }

    private void scan(Place.Jar jar) throws IOException {
        for (JarEntry entry : jar.entries()) {
            String name = entry.getName();
            why = Marks.file(name);
            if (why == null && name.endsWith(".class")) {
                try {
                    look(jar, entry);
                } catch (IOException | RuntimeException e) {
                    // A class that can't be read counts only where no other one says enough.
                    continue;
                }
            } else if (why == null && Marks.mayBeNative(name, entry.getSize()) && jar.isElf(entry)) {
                why = "has a native library, " + name;
            }
            if (why != null) {
                return;
            }
        }
    }

    private void look(Place.Jar jar, JarEntry entry) throws IOException {
        if (buffer.length < entry.getSize()) {
            buffer = new byte[(int) entry.getSize()];
        }
        boolean marked;
        try (InputStream in = jar.open(entry)) {
            marked = ClassFile.mentions(in, Marks.NAMES, buffer);
        }
        if (marked) {
            why = Marks.of(new ClassFile(jar.read(entry)), false);
        } else if (agent) {
            ClassFile type = new ClassFile(jar.read(entry));
            type.classes(this::agentNames);
            type.texts(this::agentNames);
        }
    }

    private void agentNames(String text) {
        if (ATTACH.contains(text)) {
            why = "has an agent that attaches itself to its JVM";
        }
    }
}

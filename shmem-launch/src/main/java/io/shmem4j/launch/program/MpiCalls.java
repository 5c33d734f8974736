// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Place;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds programs that call {@code mpi.MPI}. It follows references from the main class, breadth first, and stops after a
 * few classes. Other programs start as fast as without it: it uses nothing whose first use takes milliseconds, such as
 * lambdas, the class file API or the rules of {@link ShareList}.
 */
final class MpiCalls implements AutoCloseable {
    /** The mark of a library: benchmarks have packages below {@code mpi} too. */
    private static final String MPI = "mpi/MPI";
    private static final int MOST_CLASSES = 64;
    private static final int MAGIC_AND_VERSION = 8;

    private final Program program;
    /** Class path entries in the JVM's order. Those of a jar's manifest follow it. */
    private final List<Path> parts = new ArrayList<>();
    private final Map<Path, Place> open = new HashMap<>();

    private MpiCalls(Program program) {
        this.program = program;
        for (String entry : program.classPath()) {
            parts.addAll(ClassPath.files(entry));
        }
    }

    /** {@return whether a program needs this library's MPI before its own class path} */
    static boolean need(Program program) {
        if (program.bundled() || program.isModule()) {
            return false;
        }
        try (MpiCalls calls = new MpiCalls(program)) {
            return calls.areThere() && !calls.haveLibrary();
        } catch (IOException | RuntimeException e) {
            // A damaged jar or class, which the PEs will report if they need it.
            return false;
        }
    }

    /** {@return whether a source file may call MPI} */
    static boolean mayBeIn(Path source) {
        try {
            return Files.readString(source, StandardCharsets.ISO_8859_1).contains("mpi.");
        } catch (IOException e) {
            // The compiler will report it.
            return false;
        }
    }

    private boolean areThere() throws IOException {
        Deque<String> next = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        next.add(program.mainClass().replace('.', '/'));
        for (int read = 0; read < MOST_CLASSES && !next.isEmpty(); read++) {
            byte[] bytes = find(next.remove());
            for (String type : bytes == null ? List.<String>of() : references(bytes)) {
                if (type.equals(MPI)) {
                    return true;
                }
                if (!type.startsWith("java/") && !type.startsWith("[") && !type.startsWith(ShareScan.LIBRARY)
                    && seen.add(type)) {
                    next.add(type);
                }
            }
        }
        return false;
    }

    /**
     * {@return whether the class path has an {@code mpi.MPI} that oshrun's PEs can use} One with communicators that is
     * not this library's needs the launcher it was made for.
     */
    private boolean haveLibrary() throws IOException {
        byte[] bytes = find(MPI);
        String text = bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
        return bytes != null && (text.contains(ShareScan.LIBRARY) || !text.contains("COMM_WORLD"));
    }

    private byte[] find(String type) throws IOException {
        String file = type.concat(ShareScan.CLASS);
        byte[] bytes = program.compiled() == null ? null : program.compiled().read(file);
        for (int at = 0; bytes == null && at < parts.size(); at++) {
            Place place = open(at);
            bytes = place == null ? null : place.read(file);
        }
        return bytes;
    }

    private Place open(int at) throws IOException {
        Path part = parts.get(at);
        if (!open.containsKey(part)) {
            Place place = Files.exists(part) ? Place.of(part) : null;
            open.put(part, place);
            if (place instanceof Place.Jar jar) {
                List<Path> named = new ArrayList<>(jar.named());
                named.removeAll(parts);
                parts.addAll(at + 1, named);
            }
        }
        return open.get(part);
    }

    /** {@return the classes that a class file refers to} */
    private static List<String> references(byte[] bytes) throws IOException {
        List<Integer> types = new ArrayList<>();
        String[] texts;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            in.skipBytes(MAGIC_AND_VERSION);
            texts = new String[in.readUnsignedShort()];
            for (int at = 1; at < texts.length; at++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts[at] = in.readUTF();
                    case 7 -> types.add(in.readUnsignedShort());
                    case 8, 16, 19, 20 -> in.skipBytes(2);
                    case 15 -> in.skipBytes(3);
                    case 5, 6 -> {
                        in.skipBytes(8);
                        at++;
                    }
                    default -> in.skipBytes(4);
                }
            }
        }
        List<String> names = new ArrayList<>();
        for (int index : types) {
            names.add(texts[index]);
        }
        return names;
    }

    @Override
    public void close() {
        for (Place place : open.values()) {
            if (place != null) {
                place.close();
            }
        }
    }
}

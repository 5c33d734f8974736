// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.scan;

import io.shmem4j.launch.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;

/** What a jar says by itself, whatever program uses it. */
final class LibraryScan {
    private static final String AGENT = "Agent-Class";
    /** How an agent names what attaches it to its own JVM; one that a flag starts has no need to. */
    private static final byte[][] ATTACH = {"com/sun/tools/attach/VirtualMachine".getBytes(StandardCharsets.US_ASCII),
        "com.sun.tools.attach.VirtualMachine".getBytes(StandardCharsets.US_ASCII)};

    private String why;
    private boolean agent;

    private LibraryScan() {
    }

    /**
     * {@return lines: why its users need processes, else an empty one; then what its manifest adds to the class path}
     */
    static String of(Path file) throws IOException {
        LibraryScan scan = new LibraryScan();
        try (Place.Jar jar = new Place.Jar(file)) {
            Attributes manifest = jar.manifest();
            scan.agent = manifest.getValue(AGENT) != null;
            scan.run(jar);
            List<String> lines = new ArrayList<>();
            lines.add(scan.why == null ? "" : scan.why);
            String more = manifest.getValue(Attributes.Name.CLASS_PATH);
            if (more != null) {
                lines.addAll(List.of(more.strip().split("\\s+")));
            }
            return String.join("\n", lines);
        } catch (RuntimeException e) {
            throw new IOException(e);
        }
    }

    /** A class that can't be read counts only where no other one says enough. */
    private void run(Place.Jar jar) throws IOException {
        IOException failure = null;
        for (JarEntry entry : jar.entries()) {
            why = Marks.file(entry.getName());
            if (why == null && entry.getName().endsWith(".class")) {
                try {
                    look(jar.read(entry));
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (why != null) {
                return;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void look(byte[] bytes) {
        if (Marks.mayHave(bytes)) {
            why = Marks.of(new ClassFile(bytes), false);
        } else if (agent && ClassFile.mentions(bytes, ATTACH)) {
            why = "has an agent that attaches itself to its JVM";
        }
    }
}

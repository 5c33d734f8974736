// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.scan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;

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
        try (Jar jar = new Jar(file)) {
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

    private void run(Jar jar) throws IOException {
        List<IOException> failures = new ArrayList<>();
        jar.entries(entry -> {
            if (why == null) {
                why = Marks.file(entry);
                if (why == null && entry.endsWith(".class")) {
                    try {
                        look(entry.read());
                    } catch (IOException e) {
                        failures.add(e);
                    }
                }
            }
        });
        if (why == null && !failures.isEmpty()) {
            throw failures.getFirst();
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

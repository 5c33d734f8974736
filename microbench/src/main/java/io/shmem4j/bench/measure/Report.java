// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Destination of results: standard output, or a file that appears only when it is complete. */
public final class Report implements AutoCloseable {
    private final Printer printer;
    private final PrintStream out;
    private final Path part;
    private final Path target;
    private Map<String, String> facts;

    /**
     * Opens the output.
     *
     * @param target the file, or null for standard output
     * @throws UsageException if the file can't be written
     */
    public Report(Format format, Path target, Map<String, String> facts) {
        this.target = target;
        this.facts = facts;
        this.printer = Printer.of(format);
        if (target == null) {
            part = null;
            out = System.out;
            return;
        }
        part = target.resolveSibling(target.getFileName() + ".part");
        try {
            if (Files.isDirectory(target)) {
                throw new IOException("it is a folder");
            }
            out = new PrintStream(Files.newOutputStream(part), false, StandardCharsets.UTF_8);
            part.toFile().deleteOnExit(); // a signal may end the job
        } catch (IOException e) {
            throw new UsageException("--output " + target + " can't be written: " + e);
        }
    }

    public void add(Sheet sheet) {
        out.print(printer.print(sheet, facts));
        out.flush();
        facts = Map.of();
    }

    /** Makes the file appear under its name. */
    public void finish() throws IOException {
        if (part != null) {
            out.close();
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() {
        if (part != null) {
            out.close();
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                System.err.println("bench: " + part + " can't be removed: " + e);
            }
        }
    }

    /** How results are printed. */
    public enum Format {
        TABLE,
        /** Comma-separated values, one header line for each sheet. */
        CSV,
        /** One JSON object for each sheet, on a line of its own. */
        JSON
    }
}

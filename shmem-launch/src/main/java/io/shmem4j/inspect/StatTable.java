// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.config.ByteSize;
import io.shmem4j.inspect.JobSample.PeSample;
import io.shmem4j.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Text output of {@code oshstat}. */
final class StatTable {
    private static final String[] UNITS = {"", " k", " M", " G", " T"};

    /** Narrower terminals get two columns less. */
    private static final int WIDE = 105;
    private static final int NODE = 1;
    private static final int PID = 2;
    private static final int HEAP_USED = 8;

    private final StringBuilder text = new StringBuilder();

    private final Look look;

    private StatTable(Look look) {
        this.look = look;
    }

    /** {@return the text: a single job in full, several jobs one per line} */
    static String of(Sampler.Found found, String parent, Look look) {
        StatTable table = new StatTable(look);
        List<JobSample> running = found.running();
        if (running.size() == 1) {
            table.full(running.getFirst());
        } else if (!running.isEmpty()) {
            table.list(running);
        } else if (found.absent().isEmpty()) {
            table.line("no jobs of yours in %s", parent);
        }
        found.absent().forEach(other -> table.line("job %s in %s is %s", other.job(), other.folder(), other.what()));
        return table.text.toString();
    }

    private void full(JobSample job) {
        String head = String.format(Locale.ROOT, "job %s: %d %s%s%s for %.1f s", job.job(), job.nPes(),
            job.nPes() == 1 ? "PE" : "PEs", shape(job), job.launcher() == 0 ? " without a launcher"
            : " on launcher " + job.launcher(), job.seconds());
        String heap = "heap " + ByteSize.format(job.heapBytes()) + " each";
        String program = job.program().isEmpty() ? "" : ": " + job.program();
        if (head.length() + 2 + heap.length() + program.length() <= look.width()) {
            add(head + ", " + heap + program, Look.Style.TITLE);
        } else {
            add(head, Look.Style.TITLE);
            add(heap + program, Look.Style.TITLE);
        }
        if (!job.shape().isEmpty()) {
            line("shape: %s", job.shape());
        }
        boolean wide = look.width() >= WIDE;
        boolean nodes = job.pes().stream().anyMatch(pe -> !pe.node().isEmpty());
        TextTable table = new TextTable().numbers("PE");
        table = nodes ? table.words("node") : table;
        table = (wide ? table.numbers("pid") : table).words("state", "waits in").numbers("waiting", "cpu", "memory");
        table = (wide ? table.numbers("heap used") : table).numbers("ops/s", "bytes/s");
        for (PeSample pe : job.pes()) {
            List<Object> cells = new ArrayList<>(List.of(pe.pe(), pe.node(), pe.pid(), pe.state(),
                pe.waitsIn().isEmpty() ? "-" : pe.waitsIn(), percent("%.1f%%", pe.waited()),
                percent("%.0f%%", pe.cpu()), ByteSize.format(pe.memory()), ByteSize.format(pe.heapUsed()),
                rate(pe.operations()), rate(pe.bytes())));
            if (!wide) {
                cells.remove(HEAP_USED);
                cells.remove(PID);
            }
            if (!nodes) {
                cells.remove(NODE);
            }
            table.row(cells.toArray());
        }
        add(table, job.pes().stream().map(pe -> Look.Style.of(pe.state())).toList());
        if (!job.counters().isEmpty()) {
            TextTable counters = new TextTable().numbers("PE").words("counter").numbers("value");
            job.counters().forEach(each -> counters.row(each.pe(), each.name(), each.value()));
            add(counters, List.of());
        }
        if (job.pes().stream().allMatch(pe -> pe.operations().isEmpty())) {
            line("(operations and bytes are counted in jobs that were started with %s)", job.launcher() == 0
                ? "SHMEM_STAT=1" : "oshrun --stat");
        }
    }

    /** {@return the number of JVMs, if PEs share JVMs} */
    private static String shape(JobSample job) {
        long jvms = job.pes().stream().map(pe -> pe.node() + " " + pe.pid()).distinct().count();
        return job.pes().size() < job.nPes() || jvms == job.nPes() || job.pes().stream().anyMatch(pe -> pe.pid() == 0)
            ? ""
            : " in " + (jvms == 1 ? "one JVM" : jvms + " JVMs");
    }

    private void list(List<JobSample> jobs) {
        TextTable table = new TextTable().words("job").numbers("PEs", "launcher", "seconds", "waiting", "cpu")
            .words("program");
        for (JobSample job : jobs) {
            Object launcher = job.launcher() == 0 ? "none" : job.launcher();
            table.row(job.job(), job.nPes(), launcher, String.format(Locale.ROOT, "%.1f", job.seconds()),
                percent("%.1f%%", job.pes().stream().mapToDouble(PeSample::waited).average().orElse(0)),
                percent("%.0f%%", job.pes().stream().mapToDouble(PeSample::cpu).sum()), job.program());
        }
        add(table, List.of());
        line("(oshstat JOB shows one of them; the first letters of its name will do)");
    }

    /** Adds a table with a style for each of its first rows. */
    private void add(TextTable table, List<Look.Style> styles) {
        List<String> rows = table.lines();
        add(rows.getFirst(), Look.Style.HEADS);
        for (int row = 1; row < rows.size(); row++) {
            add(rows.get(row), row <= styles.size() ? styles.get(row - 1) : Look.Style.TEXT);
        }
    }

    private static String percent(String format, double part) {
        return String.format(Locale.ROOT, format, 100 * part);
    }

    private static String rate(OptionalDouble value) {
        if (value.isEmpty()) {
            return "-";
        }
        double rest = value.getAsDouble();
        int unit = 0;
        while (rest >= 9999.5 && unit < UNITS.length - 1) {
            rest /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.0f%s", rest, UNITS[unit]);
    }

    private void line(String format, Object... values) {
        add(String.format(Locale.ROOT, format, values), Look.Style.TEXT);
    }

    private void add(String line, Look.Style style) {
        text.append(look.line(line, style)).append(System.lineSeparator());
    }
}

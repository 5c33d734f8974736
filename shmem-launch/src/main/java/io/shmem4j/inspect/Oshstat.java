// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import com.google.gson.JsonObject;
import io.shmem4j.config.Setting;
import io.shmem4j.hang.Visible;
import io.shmem4j.inspect.JobSample.PeSample;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.JsonText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** The command {@code oshstat}. */
@Command(name = "oshstat", sortOptions = false, separator = " ", usageHelpAutoWidth = true,
    header = "Shows what the PEs of your running jobs do, without disturbing them.",
    customSynopsis = "oshstat [options] [JOB]", descriptionHeading = "%n",
    description = "JOB is a job's name or its beginning. On a terminal the view is renewed until the job or Ctrl-C "
        + "ends it, elsewhere it is shown once.",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit status: 0; 1 if there is no such job; 2 wrong command line."})
public final class Oshstat {
    /** System property, set by the script: whether standard output is a terminal. */
    private static final String TERMINAL = "shmem4j.terminal";
    private static final double SERVED_SECONDS = 0.1;

    @Parameters(arity = "0..1", paramLabel = "JOB", hidden = true)
    private String job = "";

    @Option(names = "--once", description = "show it once, on a terminal too")
    private boolean once;

    @Option(names = "--json", description = "once, for scripts")
    private boolean json;

    @Option(names = "--openmetrics", description = "once, in the text format of OpenMetrics (Prometheus)")
    private boolean openMetrics;

    @Option(names = "--serve", paramLabel = "[HOST:]PORT",
        description = "answer HTTP requests in that format, on the loopback interface unless HOST says otherwise")
    private String serve;

    @Option(names = "--interval", paramLabel = "SECONDS",
        description = "how long to look for each view (default: 1; for --serve 0.1)")
    private Double interval;

    @Option(names = "--shm-dir", paramLabel = "DIR",
        description = "where the jobs' files lie (default: $SHMEM_SHM_DIR, else /dev/shm)")
    private String folder = Setting.SHM_DIR.value();

    @Option(names = {"-h", "--help"}, description = "show this text")
    private boolean help;

    private Oshstat() {
    }

    public static CommandLine commandLine() {
        return new CommandLine(new Oshstat());
    }

    public static int run(List<String> args) {
        CommandLine parser = commandLine();
        Oshstat stat = parser.getCommand();
        try {
            parser.parseArgs(args.toArray(new String[0]));
            if (stat.help) {
                System.out.print(parser.getUsageMessage());
                return 0;
            }
            List<String> forms = stat.forms();
            return forms.size() > 1 ? fail(String.join(" and ", forms) + " exclude each other", ExitStatus.USAGE)
                : stat.show();
        } catch (ParameterException e) {
            return fail(CommandLines.problem(e) + " (oshstat --help shows what there is)", ExitStatus.USAGE);
        } catch (IOException e) {
            return fail("can't read " + stat.folder + ": " + e.getMessage(), ExitStatus.FAILED);
        }
    }

    /** {@return the given output options, of which at most one is allowed} */
    private List<String> forms() {
        return Stream.of(once && serve != null ? "--once" : "", json ? "--json" : "",
            openMetrics ? "--openmetrics" : "", serve != null ? "--serve" : "")
            .filter(form -> !form.isEmpty()).toList();
    }

    private static int fail(String message, int status) {
        System.err.println("oshstat: " + Visible.of(message));
        return status;
    }

    private int show() throws IOException {
        double seconds = interval != null ? interval : serve == null ? 1 : SERVED_SECONDS;
        if (!(seconds > 0 && seconds <= 3600)) {
            return fail("--interval takes a number of seconds above 0, not " + seconds, ExitStatus.USAGE);
        }
        if (!Files.isDirectory(Path.of(folder))) {
            return fail("there is no folder " + folder, ExitStatus.USAGE);
        }
        Sampler sampler = new Sampler(Path.of(folder), job);
        long nanos = (long) (seconds * 1e9);
        if (serve != null) {
            return serve(sampler, nanos);
        }
        if (!once && !json && !openMetrics && Boolean.getBoolean(TERMINAL)) {
            return new LiveView(sampler, job, folder, nanos).show() ? ended() : notFound();
        }
        Sampler.Found found = sampler.sample(nanos);
        if (found.running().isEmpty() && found.absent().isEmpty() && !job.isEmpty()) {
            return notFound();
        }
        System.out.print(json ? StatJson.of(found) : openMetrics ? OpenMetrics.of(found)
            : StatTable.of(found, folder, Look.PLAIN));
        System.out.flush();
        return 0;
    }

    /** Serves metrics until a signal ends this process. */
    private int serve(Sampler sampler, long nanos) {
        try {
            InetSocketAddress address = MetricsServer.address(serve);
            System.out.println("oshstat answers at " + MetricsServer.start(address, sampler, nanos));
            System.out.flush();
            if (!address.getAddress().isLoopbackAddress()) {
                System.err.println("oshstat: anybody who reaches " + address.getHostString()
                    + " can read the names of your jobs and programs");
            }
            Thread.currentThread().join();
            return 0;
        } catch (IllegalArgumentException e) {
            return fail(e.getMessage(), ExitStatus.USAGE);
        } catch (IOException e) {
            return fail("can't listen at " + serve + ": " + e.getMessage(), ExitStatus.FAILED);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private int notFound() {
        return fail("there is no job " + job + " of yours in " + folder, ExitStatus.FAILED);
    }

    private int ended() {
        System.out.println("job " + job + " has ended");
        return 0;
    }

    /** JSON output: times in seconds, sizes in bytes, shares from 0 to 1, rates per second or null. */
    private static final class StatJson {
        private StatJson() {
        }

        static String of(Sampler.Found found) {
            return JsonText.indented(JsonText.object("jobs", JsonText.array(Stream.concat(
                found.running().stream().map(StatJson::running), found.absent().stream().map(StatJson::absent)))));
        }

        private static JsonObject absent(Sampler.Absent job) {
            return JsonText.object("job", job.job(), "folder", job.folder(), "running", false, "problem", job.what());
        }

        private static JsonObject running(JobSample job) {
            return JsonText.object("job", job.job(), "folder", job.folder(), "running", true, "launcher",
                job.launcher() == 0 ? null : job.launcher(), "seconds", job.seconds(), "program", job.program(),
                "shape", orNull(job.shape()), "nPes", job.nPes(), "heapBytes", job.heapBytes(),
                "pes", JsonText.array(job.pes().stream().map(StatJson::pe)),
                "counters", JsonText.array(job.counters().stream().map(counter -> JsonText.object("pe", counter.pe(),
                    "counter", counter.name(), "value", counter.value()))));
        }

        private static JsonObject pe(PeSample pe) {
            return JsonText.object("pe", pe.pe(), "node", orNull(pe.node()), "pid", pe.pid(), "state", pe.state(),
                "waitsIn", orNull(pe.waitsIn()), "waiting", pe.waited(), "cpu", pe.cpu(), "memory", pe.memory(),
                "heapUsed", pe.heapUsed(), "operations", orNull(pe.operations()), "bytes", orNull(pe.bytes()));
        }

        private static String orNull(String text) {
            return text.isEmpty() ? null : text;
        }

        private static Double orNull(OptionalDouble rate) {
            return rate.isEmpty() ? null : rate.getAsDouble();
        }
    }
}

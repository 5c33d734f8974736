// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.JFR;
import static io.shmem4j.launch.option.LauncherOption.PROFILE;
import static io.shmem4j.launch.option.LauncherOption.TRACE;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.observe.FlightRecorder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** JDK flight recordings of a job, a file for each JVM. */
public final class JobFlight {
    private static final String SETTING = "[\\w.+-]+(#\\w+)?=[^,=]+";

    private final Path folder;
    private final List<String> settings;

    private JobFlight(List<String> words) {
        this.folder = Path.of(words.getFirst()).toAbsolutePath();
        this.settings = words.subList(1, words.size());
    }

    /**
     * {@return the recordings that the options ask for} An agent is present if the job spans nodes, which is an error.
     */
    static JobFlight of(Options options, List<App> apps, BackendPolicy backend, NodeAgent agent) {
        String profile = Setting.PROFILE.variable();
        if (options.has(PROFILE) || options.has(TRACE) || Setting.PROFILE.isSet()
            || apps.stream().anyMatch(app -> app.variables().containsKey(profile))) {
            throw LaunchException.usage("--jfr and " + (options.has(PROFILE) ? "--profile" : options.has(TRACE)
                ? "--trace" : profile) + " exclude each other; run the job twice");
        }
        if (agent != null || !(backend instanceof BackendPolicy.SharedMemory)) {
            throw LaunchException.usage("--jfr records jobs of processes on one machine; "
                + (agent != null ? "this job has several"
                : "backend " + backend.name() + " has no process for each PE"));
        }
        List<String> words = List.of(options.text(JFR).split(","));
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw LaunchException.usage("--jfr needs the folder of the recording");
        }
        for (String setting : words.subList(1, words.size())) {
            if (!setting.matches(SETTING)) {
                throw LaunchException.usage("--jfr " + options.text(JFR) + ": settings follow the folder, such as "
                    + "settings=profile or io.shmem4j.Wait#threshold=0ms, not '" + setting + "'");
            }
        }
        JobFlight flight = new JobFlight(words);
        if (flight.folder.toString().matches("(?s).*['\"\n].*")) {
            throw LaunchException.usage("--jfr: " + flight.folder + " has a quote or a line break in its name, with"
                + " which the JVM's option for recordings takes no file");
        }
        return flight;
    }

    /** Creates the folder. */
    public void start() {
        try {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.USAGE, "--jfr: can't write to " + folder + ": " + e, e);
        }
    }

    public List<String> flags(Shape.Jvm jvm, String job) {
        // The JVM expands percent signs in the file name.
        StringBuilder words = new StringBuilder("dumponexit=true,filename=" + file(jvm, job).toString()
            .replace("%", "%%"));
        for (String setting : settings) {
            // Without a plus the JVM accepts only events that its settings file names, which excludes the library's.
            words.append(setting.indexOf('#') > 0 && setting.charAt(0) != '+' ? ",+" : ",").append(setting);
        }
        // Errors go to standard error. Other messages are off, because the JVM would announce the recording on the
        // program's standard output.
        return List.of("-XX:StartFlightRecording:" + words, "-Xlog:jfr*=off", "-Xlog:jfr*=error:stderr");
    }

    private Path file(Shape.Jvm jvm, String job) {
        return folder.resolve(job + "-pe-" + jvm.first() + ".jfr");
    }

    public void putInto(Map<String, String> environment) {
        environment.put(Setting.PROFILE.variable(), FlightRecorder.class.getName());
    }

    /** Names the recordings, and {@return whether there are any} The file of a killed JVM is empty. */
    public boolean finish(List<Shape.Jvm> jvms, String job, Consumer<String> say) {
        List<String> missing = jvms.stream().filter(jvm -> file(jvm, job).toFile().length() == 0)
            .map(Shape.Jvm::pes).toList();
        say.accept("jfr: " + (missing.size() == jvms.size() ? "no JVM has left a recording"
            : folder.resolve(job + "-pe-*.jfr") + (missing.isEmpty() ? "" : ", without " + String.join(", ", missing)
            + ", which did not end in order")));
        return missing.size() < jvms.size();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tries the user's JVM flags once, before N JVMs complain about them.
 *
 * <p>A try costs the start of a JVM, so it takes only flags that can stop one. It leaves out agents, because a try
 * would run them.
 */
public record FlagCheck(JobPlan plan) {
    private static final long LIMIT_SECONDS = 20;

    /** Refuses flags with which no JVM starts. */
    public void run() {
        Set<List<String>> tried = new HashSet<>();
        for (App app : plan.apps()) {
            List<String> flags = app.jvmFlags();
            boolean harmless = flags.stream().allMatch(flag -> flag.startsWith("-D") || flag.startsWith("-ea"));
            boolean agents = flags.stream().anyMatch(flag -> flag.startsWith("-agent") || flag.startsWith("-javaagent")
                || flag.startsWith("-Xrun"));
            if (!harmless && !agents && tried.add(flags)) {
                attempt(flags);
            }
        }
    }

    private void attempt(List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(plan.installation().java());
        List<String> ours = JvmFlags.strict();
        ours.addAll(JvmFlags.heap(plan.processes(), 1));
        command.addAll(UserFlags.with(flags).leave(ours));
        command.addAll(flags);
        String said;
        try {
            said = refusal(command);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't start " + command.getFirst() + ": "
                + e.getMessage(), e);
        }
        if (said != null) {
            throw new LaunchException(ExitStatus.LAUNCH, "no JVM starts with " + String.join(" ", flags) + ":\n"
                + said);
        }
    }

    /** {@return what a JVM with these flags says when it does not start, null if it starts; PEs' JVMs keep silent} */
    static String refusal(List<String> command) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.add("-version");
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean refused = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0;
            process.destroyForcibly();
            return refused ? said.stripTrailing() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }
}

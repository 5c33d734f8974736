// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Options;
import io.shmem4j.launch.BackendPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code oshrun --explore}: a single JVM that runs the program by many schedules. */
public final class ExplorePolicy extends BackendPolicy {
    @Override
    public String name() {
        return BackendPolicy.EXPLORE;
    }

    @Override
    public boolean isOneJvm() {
        return true;
    }

    @Override
    public List<String> jvmFlags() {
        // One carrier thread, because several would only pass the turn between cores, and threads of finished runs must
        // be collectable. In a small young generation garbage of runs would be promoted until the whole heap is full.
        return List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1",
            "-Djdk.trackAllThreads=false", "-Xms128m", "-Xmn64m");
    }

    @Override
    public void check(Map<String, String> variables, Path folder) {
        String strategy = variables.get(ExploreSetting.STRATEGY.variable());
        if (strategy != null) {
            try {
                Strategy.of(Options.STANDARD.with(strategy).strategy(), 0);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--explore=" + strategy + ": it is " + Strategy.NAMES, e);
            }
        }
        for (ExploreSetting most : List.of(ExploreSetting.SCHEDULES, ExploreSetting.TIME, ExploreSetting.STEPS,
            ExploreSetting.CRASH)) {
            String value = variables.get(most.variable());
            if (value != null && !value.strip().matches("[+]?0*[1-9][0-9]*")) {
                throw new IllegalArgumentException(most.variable() + "=" + value + ": it is a number above 0");
            }
        }
        String file = variables.get(ExploreSetting.REPLAY.variable());
        if (file != null && !Files.isReadable(folder.resolve(file))) {
            throw new IllegalArgumentException("--replay " + file + ": there is no such file to read");
        }
    }

    @Override
    public List<BackendPolicy.Option> options() {
        return List.of(new BackendPolicy.Option("--schedules", "N", ExploreSetting.SCHEDULES),
            new BackendPolicy.Option("--explore-time", "SECONDS", ExploreSetting.TIME),
            new BackendPolicy.Option("--explore-steps", "N", ExploreSetting.STEPS),
            new BackendPolicy.Option("--explore-seed", "N", ExploreSetting.SEED),
            new BackendPolicy.Option("--explore-library", "", ExploreSetting.LIBRARY),
            new BackendPolicy.Option("--same-output", "", ExploreSetting.SAME_OUTPUT),
            new BackendPolicy.Option("--on-time", "", ExploreSetting.ON_TIME),
            new BackendPolicy.Option("--crash", "N", ExploreSetting.CRASH),
            new BackendPolicy.Option("--stay-dead", "", ExploreSetting.STAY_DEAD),
            new BackendPolicy.Option("--spurious", "", ExploreSetting.SPURIOUS),
            new BackendPolicy.Option("--linearize", "", ExploreSetting.LINEARIZE),
            new BackendPolicy.Option("--schedule-file", "FILE", ExploreSetting.FILE));
    }

    @Override
    public String mainClass() {
        return ExploreMain.class.getName();
    }
}

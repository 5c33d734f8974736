// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.command;

import io.shmem4j.config.Rule;
import io.shmem4j.config.Variable;

/** Environment variables for explorations. */
public enum ExploreSetting implements Variable {
    STRATEGY(Rule.TEXT, "auto", "which schedules --explore tries: auto, dpor, pct[:DEPTH], pos or random"),
    REPLAY(Rule.TEXT, "", "file with the one schedule that is run"),
    SCHEDULES(Rule.INTEGER, "100000", "most schedules of an exploration; what the only one prints is shown"),
    TIME(Rule.INTEGER, "60", "most seconds of an exploration"),
    STEPS(Rule.INTEGER, "20000", "most accesses of a schedule"),
    SEED(Rule.INTEGER, "1", "seed of what strategies draw"),
    SAME_OUTPUT(Rule.FLAG, "", "schedules whose PEs print something else than with all stores on time fail"),
    ON_TIME(Rule.FLAG, "", "stores arrive at once, as on one coherent machine"),
    LIBRARY(Rule.FLAG, "", "the library's own accesses are explored, too"),
    CRASH(Rule.INTEGER, "0", "most deaths of PEs in a schedule, each at any step; a dead PE begins another life"),
    STAY_DEAD(Rule.FLAG, "", "dead PEs stay dead, and the others go on"),
    SPURIOUS(Rule.FLAG, "", "waits wake and tests of locks fail for nothing, once; time limits of waits pass early"),
    LINEARIZE(Rule.FLAG, "", "operations of maps, queues and pools must look as if each happened at one moment"),
    FILE(Rule.TEXT, "", "file for a schedule that fails; default: PROGRAM.schedule in the working folder");

    private final Definition definition;

    ExploreSetting(Rule rule, String standard, String help) {
        definition = new Definition(rule, standard, help);
    }

    @Override
    public String variable() {
        return "SHMEM_EXPLORE_" + name();
    }

    @Override
    public Definition definition() {
        return definition;
    }
}

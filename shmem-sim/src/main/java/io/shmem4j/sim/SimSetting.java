// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.config.Rule;
import io.shmem4j.config.Variable;

/** The environment variables of simulated machines. */
public enum SimSetting implements Variable {
    MACHINE(Rule.TEXT, "knc-5110p", "simulated machine: a name that the library knows, or a file"),
    SEED(Rule.INTEGER, "0", "seed of the simulated lines' deviations; 0: no deviations"),
    PLACEMENT(Rule.TEXT, "scatter", "simulated PEs on cores: scatter, compact, or PEs per core"),
    PROFILE(Rule.TEXT, "direct", "what the library's calls cost on the simulated machine: direct, gasnet, two-sided or"
        + " a file"),
    CHANGE(Rule.TEXT, "", "a number of the machine or the profile that is multiplied, to see what depends on it:"
        + " PATH*FACTOR");

    private final Definition definition;

    SimSetting(Rule rule, String standard, String help) {
        definition = new Definition(rule, standard, help);
    }

    @Override
    public String variable() {
        return "SHMEM_SIM_" + name();
    }

    @Override
    public Definition definition() {
        return definition;
    }
}

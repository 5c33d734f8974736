// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.report.figure.Figure;
import java.util.function.Function;

/** A published experiment on a coherent chip that can be repeated. */
public record Experiment(String name, String help, int iterations, String machine, Function<Setup, Figure> outcome) {
}

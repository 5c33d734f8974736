// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.report.figure.Figure;
import java.util.function.Function;

/**
 * A published experiment on a coherent chip that can be repeated.
 *
 * @param name       the word that selects it
 * @param help       one line about it
 * @param iterations repetitions in the publication
 * @param machine    the machine it was published for
 * @param outcome    runs it
 */
public record Experiment(String name, String help, int iterations, String machine, Function<Setup, Figure> outcome) {
}

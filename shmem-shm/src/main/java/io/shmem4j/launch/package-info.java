// SPDX-License-Identifier: Apache-2.0
/**
 * The launcher: reads a command line into a plan, starts one JVM per PE, carries their output, and ends them together.
 *
 * <p>The way of a job: {@code Launcher} reads {@code Options}, {@code Planner} turns them into a {@code JobPlan},
 * {@code Job} makes the {@code JobFolder}, starts a {@code PeProcess} for each PE and waits for events, and
 * {@code Outcome} decides the exit status and the one line that explains it. {@code PeMain} is the other end: the main
 * class of every PE's JVM. Only it and {@code MainMethod} are loaded there, so they use nothing but the JDK.
 */
package io.shmem4j.launch;

import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.PeMain;

// SPDX-License-Identifier: Apache-2.0
/**
 * The launcher. Its rooms, each of which uses only those before it: {@code install} (this copy of the library),
 * {@code option} (the command line), {@code program} (what PEs run), {@code plan} (a job before it starts),
 * {@code start} (the JVMs' command lines and start-up cache), {@code output} (the PEs' streams), {@code process}
 * (running PEs and their files), {@code report} (what the launcher says), {@code hang} (deadlocks), {@code job} (a job
 * from start to end), {@code tune} (measuring the machine), {@code train} (making the start-up cache) and {@code cli}
 * (the main class). This package has what all of them share, and the interface of backends.
 */
package io.shmem4j.launch;

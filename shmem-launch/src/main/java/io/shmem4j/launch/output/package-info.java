// SPDX-License-Identifier: Apache-2.0
/** The way of the PEs' streams through the launcher: pumps, lines, tags, files. */
package io.shmem4j.launch.output;

// SPDX-License-Identifier: Apache-2.0
/** What the tools that start jobs share: their command lines, the programs they run, a folder for the time. */
package io.shmem4j.bench.tool;

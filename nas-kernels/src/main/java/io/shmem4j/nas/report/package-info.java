// SPDX-License-Identifier: Apache-2.0
/** Tables and plots of many runs, from the lines that {@code --json} prints. */
package io.shmem4j.nas.report;

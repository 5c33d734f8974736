// SPDX-License-Identifier: Apache-2.0
/** Results over settings: a figure of curves, as a table, as comma-separated values, as a drawing. */
package io.shmem4j.report.figure;

// SPDX-License-Identifier: Apache-2.0
/** Figures of results over settings, as text, comma-separated values, or SVG. */
package io.shmem4j.report.figure;

// SPDX-License-Identifier: Apache-2.0
/** {@code bench report}: a page with plots of tables that {@code --format json} has printed, several runs overlaid. */
package io.shmem4j.bench.report;

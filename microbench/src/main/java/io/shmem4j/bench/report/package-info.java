// SPDX-License-Identifier: Apache-2.0
/** {@code bench report}: a page with plots of several runs, from their {@code --format json} output. */
package io.shmem4j.bench.report;

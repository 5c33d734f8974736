// SPDX-License-Identifier: Apache-2.0
/** Tests of {@code bench report}. */
package io.shmem4j.bench.report;

// SPDX-License-Identifier: Apache-2.0
/** The test of the direction of imports between packages, for the modules to write their tables in. */
package io.shmem4j.layers;

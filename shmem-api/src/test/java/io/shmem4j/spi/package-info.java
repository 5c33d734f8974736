// SPDX-License-Identifier: Apache-2.0
/** Tests of the layouts. */
package io.shmem4j.spi;

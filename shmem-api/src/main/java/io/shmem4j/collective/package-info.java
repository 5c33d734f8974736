// SPDX-License-Identifier: Apache-2.0
/** Every collective algorithm, written once against the SPI and run on all backends. */
package io.shmem4j.collective;

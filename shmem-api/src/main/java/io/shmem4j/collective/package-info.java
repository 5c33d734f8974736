// SPDX-License-Identifier: Apache-2.0
/** The collectives of a team. Algorithms are written once against the SPI, in a package for each operation. */
package io.shmem4j.collective;

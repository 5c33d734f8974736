// SPDX-License-Identifier: Apache-2.0
/** The collectives of a team: algorithms, written once against the SPI, an operation a package below this one. */
package io.shmem4j.collective;

// SPDX-License-Identifier: Apache-2.0
/** One table of all environment variables, from which parsing, {@code oshrun --info} and the docs page come. */
package io.shmem4j.config;

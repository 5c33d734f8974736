// SPDX-License-Identifier: Apache-2.0
/** The table of all environment variables, the source of parsing, {@code oshrun --info} and the docs page. */
package io.shmem4j.config;

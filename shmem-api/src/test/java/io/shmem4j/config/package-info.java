// SPDX-License-Identifier: Apache-2.0
/** Tests of the table of settings and of the grammar of sizes. */
package io.shmem4j.config;

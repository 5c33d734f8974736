// SPDX-License-Identifier: Apache-2.0
/** Tests of what the build generates. */
package io.shmem4j.build;

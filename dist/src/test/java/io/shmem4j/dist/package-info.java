// SPDX-License-Identifier: Apache-2.0
/** Tests of what others get: the archive, the jars, and projects that depend on them. */
package io.shmem4j.dist;

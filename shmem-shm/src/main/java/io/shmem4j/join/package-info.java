// SPDX-License-Identifier: Apache-2.0
/** Jobs that JVMs join by name, without a launcher: membership, failure detection, cleanup. */
package io.shmem4j.join;

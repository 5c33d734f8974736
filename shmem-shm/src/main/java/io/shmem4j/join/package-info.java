// SPDX-License-Identifier: Apache-2.0
/** Jobs that JVMs join by a name, without a launcher: who takes part, who has died, and when the files go. */
package io.shmem4j.join;

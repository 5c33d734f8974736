// SPDX-License-Identifier: Apache-2.0
/** A running job as the launcher holds it: processes, files, events, signals. */
package io.shmem4j.launch.process;

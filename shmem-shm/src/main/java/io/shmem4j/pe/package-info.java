// SPDX-License-Identifier: Apache-2.0
/** How PEs run, as processes or as threads of the launcher's JVMs or any other: the start of main, and the end. */
package io.shmem4j.pe;

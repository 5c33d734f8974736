// SPDX-License-Identifier: Apache-2.0
/** Programs on libraries for which each PE gets a process. */
package io.shmem4j.libraries.apart;

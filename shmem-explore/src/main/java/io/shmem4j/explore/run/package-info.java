// SPDX-License-Identifier: Apache-2.0
/** One run of a program: PEs take turns at each access, and accesses may take effect late. */
package io.shmem4j.explore.run;

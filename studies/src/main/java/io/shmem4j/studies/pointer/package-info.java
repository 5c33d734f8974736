// SPDX-License-Identifier: Apache-2.0
/** The OpenSHMEM study of pointers on the Knights Corner: its programs, each a simulated job. */
package io.shmem4j.studies.pointer;

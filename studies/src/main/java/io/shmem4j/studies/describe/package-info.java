// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun model}: measures this machine and writes its machine file. */
package io.shmem4j.studies.describe;

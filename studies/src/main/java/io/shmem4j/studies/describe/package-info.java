// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun model}: a machine file of the machine it runs on. */
package io.shmem4j.studies.describe;

// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun sim}: the published experiments and their validation as commands. */
package io.shmem4j.studies.command;

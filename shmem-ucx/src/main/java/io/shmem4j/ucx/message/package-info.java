// SPDX-License-Identifier: Apache-2.0
/** What the head of a job and the agents of its nodes tell each other. */
package io.shmem4j.ucx.message;

// SPDX-License-Identifier: Apache-2.0
/** Tests of an agent's parts. */
package io.shmem4j.ucx.node;

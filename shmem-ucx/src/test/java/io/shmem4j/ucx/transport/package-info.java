// SPDX-License-Identifier: Apache-2.0
/** Tests of connections without UCX. */
package io.shmem4j.ucx.transport;

// SPDX-License-Identifier: Apache-2.0
/** Two-sided messages through message-passing buffers: pieces with a handshake each, blocking and not. */
package io.shmem4j.studies.rcce;

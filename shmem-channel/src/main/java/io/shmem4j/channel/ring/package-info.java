// SPDX-License-Identifier: Apache-2.0
/** Rings of messages between each two PEs, and the end of all messages. */
package io.shmem4j.channel.ring;

// SPDX-License-Identifier: Apache-2.0
/** Messages of any size between PEs: {@link io.shmem4j.channel.Channel}. */
package io.shmem4j.channel;

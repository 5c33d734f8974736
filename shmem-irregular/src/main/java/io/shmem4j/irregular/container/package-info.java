// SPDX-License-Identifier: Apache-2.0
/** Arrays, maps, queues and work pools on all PEs. */
package io.shmem4j.irregular.container;

// SPDX-License-Identifier: Apache-2.0
/** Containers whose PEs die before each of their stores. */
package io.shmem4j.irregular.container;

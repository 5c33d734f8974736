// SPDX-License-Identifier: Apache-2.0
/** Irregular programs in several forms: by single accesses, conveyors, batches, messages, global arrays. */
package io.shmem4j.examples.irregular;

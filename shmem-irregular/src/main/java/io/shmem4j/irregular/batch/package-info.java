// SPDX-License-Identifier: Apache-2.0
/** Small accesses that are gathered by target and travel together, in the form of a context. */
package io.shmem4j.irregular.batch;

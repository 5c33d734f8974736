// SPDX-License-Identifier: Apache-2.0
/** What the waits of all public methods serve, and what ends them. */
package io.shmem4j.waits;

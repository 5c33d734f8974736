// SPDX-License-Identifier: Apache-2.0
/** Collects and alltoalls: what members give to every other, an algorithm a class, and the choice. */
package io.shmem4j.collective.exchange;

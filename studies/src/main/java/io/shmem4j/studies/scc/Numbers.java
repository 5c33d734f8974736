// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.mesh.Place;

/**
 * A part of a core's private memory.
 *
 * @param cached whether the core's caches have it
 */
public record Numbers(double[] array, int from, int count, boolean cached) {
    /** {@return a part that the caches have} */
    public static Numbers cached(double[] array, int from, int count) {
        return new Numbers(array, from, count, true);
    }

    /** {@return where these numbers begin after so many of them} */
    public Place.Private place(int offset) {
        return new Place.Private(array, from + offset, cached);
    }
}

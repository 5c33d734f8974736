// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.schedule.Scheduler.CarrierKind;

/**
 * The simulated effects of the chip.
 *
 * @param distances whether distances are those of the mesh; otherwise everything is one router away
 * @param waiting   whether requests wait for ports and controllers
 * @param looking   whether waiting cores poll a flag through their tile's port; otherwise they notice it immediately,
 *                  as the published models assume
 * @param mended    whether a core reaches its own buffer without a packet to itself, as designed
 * @param carrier   how PEs keep their stacks; affects only the speed
 */
public record MeshOptions(boolean distances, boolean waiting, boolean looking, boolean mended, CarrierKind carrier) {
    /** The chip as it is. */
    public static final MeshOptions STANDARD = new MeshOptions(true, true, true, false, CarrierKind.fastest());
    /** All distances 1 and no waiting, as the published models assume. */
    public static final MeshOptions FLAT = new MeshOptions(false, false, false, false, CarrierKind.fastest());

    public MeshOptions on(CarrierKind newCarrier) {
        return new MeshOptions(distances, waiting, looking, mended, newCarrier);
    }

    /** {@return the same with cores that notice flags immediately} */
    public MeshOptions seeing() {
        return new MeshOptions(distances, waiting, false, mended, carrier);
    }

    /** {@return the same on a chip whose cores reach their own buffers in 15 cycles and notice flags immediately} */
    public MeshOptions withoutBug() {
        return new MeshOptions(distances, waiting, false, true, carrier);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.schedule.CarrierKind;

/**
 * The parts of the chip that are simulated.
 *
 * @param distances whether distances are those of the mesh; else everything is one router away
 * @param waiting   whether requests wait for ports and controllers
 * @param fair      whether routers serve their inputs in turn; else a port serves first what came first
 * @param carrier   how PEs keep their stacks; changes nothing but speed
 */
public record MeshOptions(boolean distances, boolean waiting, boolean fair, CarrierKind carrier) {
    /** The chip as it is. */
    public static final MeshOptions STANDARD = new MeshOptions(true, true, true, CarrierKind.fastest());
    /** All distances 1 and no waiting, as the published models assume. */
    public static final MeshOptions FLAT = new MeshOptions(false, false, true, CarrierKind.fastest());

    /** {@return the same without waiting} */
    public MeshOptions withoutWaiting() {
        return new MeshOptions(distances, false, fair, carrier);
    }

    /** {@return the same with ports that serve first what came first} */
    public MeshOptions firstCome() {
        return new MeshOptions(distances, waiting, false, carrier);
    }

    /**
     * {@return the same on another carrier}
     *
     * @param newCarrier the carrier
     */
    public MeshOptions on(CarrierKind newCarrier) {
        return new MeshOptions(distances, waiting, fair, newCarrier);
    }
}

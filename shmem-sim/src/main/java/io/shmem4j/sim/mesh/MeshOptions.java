// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.schedule.Scheduler.CarrierKind;

/**
 * The parts of the chip that are simulated.
 *
 * @param distances whether distances are those of the mesh; else everything is one router away
 * @param waiting   whether requests wait for ports and controllers
 * @param fair      whether routers serve their inputs in turn; else a port serves first what came first
 * @param looking   whether a core that waits for a flag looks at it again and again over its tile's port; else it sees
 *                  the flag when it is set, as the published models assume
 * @param mended    whether a core reaches its own buffer without a packet to itself, as the chip was meant to
 * @param carrier   how PEs keep their stacks; changes nothing but speed
 */
public record MeshOptions(boolean distances, boolean waiting, boolean fair, boolean looking, boolean mended,
        CarrierKind carrier) {
    /** The chip as it is. */
    public static final MeshOptions STANDARD = new MeshOptions(true, true, true, true, false, CarrierKind.fastest());
    /** All distances 1 and no waiting, as the published models assume. */
    public static final MeshOptions FLAT = new MeshOptions(false, false, true, false, false,
        CarrierKind.fastest());

    /** {@return the same with ports that serve first what came first} */
    public MeshOptions firstCome() {
        return new MeshOptions(distances, waiting, false, looking, mended, carrier);
    }

    public MeshOptions on(CarrierKind newCarrier) {
        return new MeshOptions(distances, waiting, fair, looking, mended, newCarrier);
    }

    /** {@return the same with ports and controllers that serve all requests at once} */
    public MeshOptions withoutWaiting() {
        return new MeshOptions(distances, false, fair, looking, mended, carrier);
    }

    /** {@return the same with flags that are seen when they are set, without looks in vain} */
    public MeshOptions seeing() {
        return new MeshOptions(distances, waiting, fair, false, mended, carrier);
    }

    /** {@return the same on a chip whose cores reach their own buffers in 15 of their cycles} */
    public MeshOptions withoutBug() {
        return new MeshOptions(distances, waiting, fair, false, true, carrier);
    }
}

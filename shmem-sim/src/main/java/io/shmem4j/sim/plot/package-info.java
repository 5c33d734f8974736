// SPDX-License-Identifier: Apache-2.0
/** Pictures of figures, drawn without a display. */
package io.shmem4j.sim.plot;

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;

/**
 * A team's reservations, {@code shmem_team_config_t}.
 *
 * @param numContexts number of simultaneous contexts; a hint, contexts are not limited here
 */
public record TeamConfig(int numContexts) {
    /** Nothing reserved. */
    public static final TeamConfig NONE = new TeamConfig(0);

    /**
     * A configuration with {@code SHMEM_TEAM_NUM_CONTEXTS} in the mask; {@link #NONE} stands for an empty mask.
     *
     * @param numContexts number of simultaneous contexts
     */
    public TeamConfig {
        if (numContexts < 0) {
            throw new IllegalArgumentException(Fault.where() + ": the number of contexts is negative, " + numContexts);
        }
    }
}

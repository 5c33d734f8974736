// SPDX-License-Identifier: Apache-2.0
/** Internal jobs of the launcher: measuring collectives for {@code --tune}, and training for AOT caches. */
package io.shmem4j.launch.tune;

// SPDX-License-Identifier: Apache-2.0
/** Jobs of the launcher's own: measurements of this machine for {@code --tune}, and training for start-up caches. */
package io.shmem4j.launch.tune;

// SPDX-License-Identifier: Apache-2.0
/** The built-in profile: where the PEs' time goes, calls and bytes by routine, and who accesses whom. */
package io.shmem4j.profile;

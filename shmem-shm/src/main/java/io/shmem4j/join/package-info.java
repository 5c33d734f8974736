// SPDX-License-Identifier: Apache-2.0
/** Jobs that JVMs join by a name, without a launcher: members, deaths, and the end of the files. */
package io.shmem4j.join;

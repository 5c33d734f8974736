// SPDX-License-Identifier: Apache-2.0
/** Virtual time: at any instant the PE with the earliest event runs, and hands the baton directly to the next. */
package io.shmem4j.sim.schedule;

// SPDX-License-Identifier: Apache-2.0
/** The loops that combine elements: each operator for each type, with and without the Vector API. */
package io.shmem4j.collective.kernel;

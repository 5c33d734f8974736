// SPDX-License-Identifier: Apache-2.0
/** Data that one PE writes by chronicle-bytes, the others read. */
package io.shmem4j.chronicle;

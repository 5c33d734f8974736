// SPDX-License-Identifier: Apache-2.0
/** What one PE writes by chronicle-bytes, the others read. */
package io.shmem4j.chronicle;

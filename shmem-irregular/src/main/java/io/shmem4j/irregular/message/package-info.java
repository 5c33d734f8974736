// SPDX-License-Identifier: Apache-2.0
/** Messages that run code at another PE, answers to them, and the end of all that they cause. */
package io.shmem4j.irregular.message;

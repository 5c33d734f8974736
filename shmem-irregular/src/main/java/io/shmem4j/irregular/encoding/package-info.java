// SPDX-License-Identifier: Apache-2.0
/** Values as words: records, text, bytes and numbers that messages carry and containers keep. */
package io.shmem4j.irregular.encoding;

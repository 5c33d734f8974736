// SPDX-License-Identifier: Apache-2.0
/** Small programs that show how the library is used. */
module io.shmem4j.examples {
    requires io.shmem4j;
    requires io.shmem4j.channel;
    requires io.shmem4j.irregular;
}

// SPDX-License-Identifier: Apache-2.0
/** Java MPI programs on shmem4j, in the spellings of mpiJava and of Open MPI. */
module io.shmem4j.mpi {
    requires transitive io.shmem4j;
    requires io.shmem4j.channel;

    exports mpi;
}

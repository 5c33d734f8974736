// SPDX-License-Identifier: Apache-2.0
/** The backend for jobs on several nodes, and their launcher. */
module io.shmem4j.ucx {
    requires io.shmem4j;
    requires io.shmem4j.shm;
    // PEs have no launcher.
    requires static io.shmem4j.launch;
    requires static io.shmem4j.report;

    provides io.shmem4j.launch.plan.ManyNodes with io.shmem4j.ucx.node.UcxLauncher;
    provides io.shmem4j.shm.NodePart.NodeBackends with io.shmem4j.ucx.UcxNodes;
}

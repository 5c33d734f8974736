// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import picocli.CommandLine.Option;

/** The options about traces. */
public final class TraceOptions {
    @Option(names = "--trace", paramLabel = "FILE",
        description = "record every call, and write FILE.json for trace viewers (Perfetto, Chrome), and a page")
    public String file;

    @Option(names = "--trace-size", paramLabel = "SIZE",
        description = "most bytes of records of all PEs, 32 bytes a call (default: 64m)")
    public String size;
}

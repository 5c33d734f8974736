// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Backend;
import java.lang.reflect.Constructor;
import java.nio.file.Path;

/** Makes PEs of a job that has no files, and whose waits sleep as soon as they may. */
public final class ModelJob {
    private static final WaitPolicy SOON = new WaitPolicy("sleep", 0, 21, 0, true, 1);

    private ModelJob() {
    }

    /** {@return the cores that the PEs of a joined job share} */
    public static int cores(ControlFile control) {
        return control.cores();
    }

    /** {@return the calling thread's PE} */
    public static Backend backend(ControlFile control, int pe) {
        try {
            Constructor<ShmJob> maker = ShmJob.class.getDeclaredConstructor(JobFiles.class, ControlFile.class,
                WaitPolicy.class, int.class, NodePart.class);
            maker.setAccessible(true);
            return maker.newInstance(new JobFiles(Path.of("nowhere")), control, SOON, 1,
                NodePart.whole("model", control.nPes())).backend(pe, status -> { });
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The names of the user's running jobs. */
public final class LiveJobs {
    private LiveJobs() {
    }

    /** {@return their names, none where the folder of jobs can't be read} */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        try {
            for (JobFiles files : OwnJobs.in(Path.of(Setting.SHM_DIR.value()))) {
                if (!OwnJobs.abandoned(files)) {
                    names.add(files.job());
                }
            }
        } catch (IOException e) {
            return names;
        }
        return names.stream().distinct().toList();
    }
}

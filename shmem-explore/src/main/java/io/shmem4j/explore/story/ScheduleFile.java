// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A schedule in a file, which can be replayed with the same program.
 *
 * <pre>
 *   shmem4j schedule 3
 *   program Flag -x 3
 *   pes 2
 *   [LATE, RETURNS], steps 20000, deaths 0
 *   same-output false
 *   schedule 0*5 1*2 4 0
 * </pre>
 *
 * @param program    class and arguments
 * @param sameOutput whether the output is compared with that of the default schedule
 * @param schedule   the choices, as {@code Step.choice()} numbers them; in the file {@code 0*5} means five times PE 0
 */
public record ScheduleFile(String program, int pes, Options options, boolean sameOutput,
    List<Integer> schedule) {
    private static final Pattern FILE = Pattern.compile("shmem4j schedule 3\nprogram (.*)\npes (\\d+)\n(.*)\n"
        + "same-output (true|false)\nschedule((?: -?\\d+(?:\\*\\d+)?)*)\\s*");

    /** Writes the file, with comment lines at the top. */
    public void write(Path file, List<String> comments) throws IOException {
        StringBuilder text = new StringBuilder();
        comments.forEach(comment -> text.append("# ").append(comment).append('\n'));
        text.append("shmem4j schedule 3\nprogram ").append(program).append("\npes ").append(pes).append('\n')
            .append(options).append("\nsame-output ").append(sameOutput).append("\nschedule");
        for (int at = 0; at < schedule.size();) {
            int first = at;
            while (at < schedule.size() && schedule.get(at).equals(schedule.get(first))) {
                at++;
            }
            text.append(' ').append(schedule.get(first)).append(at == first + 1 ? "" : "*" + (at - first));
        }
        Files.writeString(file, text.append('\n'));
    }

    /**
     * {@return the contents of a file}
     *
     * @throws IllegalArgumentException if the file is malformed
     */
    public static ScheduleFile read(Path file) throws IOException {
        Matcher parts = FILE.matcher(Files.readString(file).replaceAll("(?m)^#.*\n", ""));
        try {
            if (parts.matches()) {
                List<Integer> schedule = new ArrayList<>();
                for (String word : parts.group(5).isEmpty() ? new String[0] : parts.group(5).strip().split(" ")) {
                    String[] count = word.split("\\*");
                    schedule.addAll(Collections.nCopies(count.length == 1 ? 1 : Integer.parseInt(count[1]),
                        Integer.valueOf(count[0])));
                }
                return new ScheduleFile(parts.group(1), Integer.parseInt(parts.group(2)),
                    Options.parse(parts.group(3)), Boolean.parseBoolean(parts.group(4)), schedule);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " is no schedule of oshrun --explore", e);
        }
        throw new IllegalArgumentException(file + " is no schedule of oshrun --explore, or one of another version");
    }
}

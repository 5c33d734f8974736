// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    private static final String HEAD = "shmem4j schedule 3";

    /** Writes the file, with comment lines at the top. */
    public void write(Path file, List<String> comments) throws IOException {
        List<String> lines = new ArrayList<>();
        comments.forEach(comment -> lines.add("# " + comment));
        lines.addAll(List.of(HEAD, "program " + program, "pes " + pes, options.toString(),
            "same-output " + sameOutput, "schedule" + words()));
        Files.write(file, lines);
    }

    private String words() {
        StringBuilder words = new StringBuilder();
        for (int at = 0; at < schedule.size();) {
            int actor = schedule.get(at);
            int count = 0;
            while (at < schedule.size() && schedule.get(at) == actor) {
                count++;
                at++;
            }
            words.append(' ').append(actor).append(count == 1 ? "" : "*" + count);
        }
        return words.toString();
    }

    /**
     * {@return the contents of a file}
     *
     * @throws IllegalArgumentException with the first error, if the file is malformed
     */
    public static ScheduleFile read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
        try {
            List<Integer> schedule = new ArrayList<>();
            for (String word : after("schedule", lines.get(5)).strip().split(" ")) {
                String[] parts = word.split("\\*");
                for (int i = word.isEmpty() ? 0 : parts.length == 1 ? 1 : Integer.parseInt(parts[1]); i > 0; i--) {
                    schedule.add(Integer.valueOf(parts[0]));
                }
            }
            if (lines.getFirst().equals(HEAD)) {
                return new ScheduleFile(after("program ", lines.get(1)), Integer.parseInt(after("pes ", lines.get(2))),
                    Options.parse(lines.get(3)), after("same-output ", lines.get(4)).equals("true"), schedule);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " is no schedule of oshrun --explore", e);
        }
        throw new IllegalArgumentException(file + " is no schedule of oshrun --explore, or one of another version");
    }

    private static String after(String head, String line) {
        if (!line.startsWith(head)) {
            throw new IllegalArgumentException(line);
        }
        return line.substring(head.length());
    }
}

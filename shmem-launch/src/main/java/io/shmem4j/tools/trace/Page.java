// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools.trace;

import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Group;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Writes the page: a template with everything it draws in one JSON object inside, so it needs no other file. */
final class Page {
    private static final String TEMPLATE = "page.html";
    private static final String PLACE = "@DATA@";

    private final StringBuilder data = new StringBuilder();

    /**
     * Everything the page shows.
     *
     * @param title  what it is the trace of
     * @param notes  what is missing
     * @param span   nanoseconds from the first init to the last end
     * @param calls  number of calls
     * @param lanes  a line for each PE
     * @param alive  nanoseconds that each PE was in the library's care
     * @param totals sums
     * @param waits  longest waits
     * @param origin time of the first init
     */
    record Content(String title, List<String> notes, long span, long calls, Lane[] lanes, long[] alive, Totals totals,
        Waits waits, long origin) {
    }

    private Page() {
    }

    /**
     * Writes it.
     *
     * @param file    where
     * @param content what it shows
     * @throws IOException if it can't be written
     */
    static void write(Path file, Content content) throws IOException {
        Page page = new Page();
        page.fill(content);
        try (InputStream in = Page.class.getResourceAsStream(TEMPLATE)) {
            String template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int at = template.indexOf(PLACE);
            Files.writeString(file, template.substring(0, at) + page.data + template.substring(at + PLACE.length()));
        }
    }

    private void fill(Content content) {
        data.append("{\"title\":").append(quote(content.title));
        list("notes", content.notes, note -> data.append(quote(note)));
        data.append(",\"span\":").append(content.span).append(",\"calls\":").append(content.calls);
        list("groups", Arrays.asList(Group.values()), group -> data.append(quote(Groups.name(group))));
        list("routines", Arrays.asList(Routine.values()),
            routine -> data.append('[').append(quote(routine.text())).append(',').append(routine.group().ordinal())
                .append(']'));
        list("lanes", Arrays.asList(content.lanes), this::lane);
        list("alive", Arrays.stream(content.alive).boxed().toList(), data::append);
        List<Integer> pes = Arrays.stream(new int[content.lanes.length]).boxed().toList();
        int[] pe = {0};
        list("shares", pes, zero -> data.append(plain(content.totals.groupNanos(pe[0]++))));
        pe[0] = 0;
        list("moved", pes, zero -> data.append(plain(content.totals.moved(pe[0]++))));
        list("totals", content.totals.routines(), row -> data.append('[').append(row.routine().ordinal()).append(',')
            .append(row.calls()).append(',').append(row.bytes()).append(',').append(row.nanos()).append(']'));
        list("waits", content.waits.rows(), row -> data.append('[').append(row.pe()).append(',')
            .append(row.routine().ordinal()).append(',').append(row.begin() - content.origin).append(',')
            .append(row.nanos()).append(',').append(row.last()).append(',').append(row.open() ? 1 : 0).append(']'));
        data.append('}');
    }

    private static String plain(long[] values) {
        return Arrays.toString(values).replace(" ", "");
    }

    /** Begin, length, routine, peer, bytes and calls of each piece, all in one array. */
    private void lane(Lane lane) {
        data.append('[');
        String comma = "";
        for (Lane.Piece piece : lane.pieces()) {
            data.append(comma).append(piece.begin).append(',').append(piece.end - piece.begin).append(',')
                .append(piece.routine.ordinal()).append(',').append(piece.peer).append(',').append(piece.bytes)
                .append(',').append(piece.calls);
            comma = ",";
        }
        data.append(']');
    }

    private interface Item<T> {
        void write(T value);
    }

    private <T> void list(String name, List<T> values, Item<T> item) {
        data.append(",\"").append(name).append("\":[");
        for (Iterator<T> all = values.iterator(); all.hasNext();) {
            item.write(all.next());
            if (all.hasNext()) {
                data.append(',');
            }
        }
        data.append(']');
    }

    /** {@return a JSON string that can't end the script element it lies in} */
    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == '"' || c == '\\' || c == '<' || c > '~') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}

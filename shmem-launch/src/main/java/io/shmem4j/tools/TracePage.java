// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.stream.JsonWriter;
import io.shmem4j.launch.Installation;
import io.shmem4j.report.PageStyle;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Group;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the page: a template with everything it draws in one JSON object inside, so it needs no other file. */
final class TracePage {
    private static final String TEMPLATE = "page.html";
    private static final String PLACE = "@DATA@";
    private static final String STYLE = "@STYLE@";

    /**
     * The contents of the page.
     *
     * @param head  its command, date and machine, by name
     * @param span  nanoseconds from the first init to the last end
     * @param alive nanoseconds that each PE was in the library's care
     */
    record Content(String title, Map<String, String> head, List<String> notes, long span, long calls, TraceLane[] lanes,
        long[] alive, TraceTotals totals, TraceWaits waits, long origin) {
    }

    private TracePage() {
    }

    static void write(Path file, Content content) throws IOException {
        String page = Installation.resource(TracePage.class, TEMPLATE).replace(STYLE, PageStyle.css());
        int at = page.indexOf(PLACE);
        Files.writeString(file, page.substring(0, at) + data(content) + page.substring(at + PLACE.length()));
    }

    /** {@return one JSON object, in which no string can end the script element that it lies in} */
    private static String data(Content content) throws IOException {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.setHtmlSafe(true);
        json.beginObject().name("title").value(content.title).name("head").beginObject();
        for (Map.Entry<String, String> fact : content.head.entrySet()) {
            json.name(fact.getKey()).value(fact.getValue());
        }
        json.endObject().name("notes").beginArray();
        for (String note : content.notes) {
            json.value(note);
        }
        json.endArray().name("span").value(content.span).name("calls").value(content.calls);
        json.name("groups").beginArray();
        for (Group group : Group.values()) {
            json.value(ChromeJson.name(group));
        }
        json.endArray().name("routines").beginArray();
        for (Routine routine : Routine.values()) {
            json.beginArray().value(routine.text()).value(routine.group().ordinal()).endArray();
        }
        json.endArray().name("lanes").beginArray();
        for (TraceLane lane : content.lanes) {
            lane(json, lane);
        }
        numbers(json.endArray().name("alive"), content.alive);
        json.name("shares").beginArray();
        for (int pe = 0; pe < content.lanes.length; pe++) {
            numbers(json, content.totals.groupNanos(pe));
        }
        json.endArray().name("moved").beginArray();
        for (int pe = 0; pe < content.lanes.length; pe++) {
            numbers(json, content.totals.moved(pe));
        }
        json.endArray().name("totals").beginArray();
        for (TraceTotals.Row row : content.totals.routines()) {
            numbers(json, row.routine().ordinal(), row.calls(), row.bytes(), row.nanos());
        }
        json.endArray().name("waits").beginArray();
        for (TraceWaits.Row row : content.waits.rows()) {
            numbers(json, row.pe(), row.routine().ordinal(), row.begin() - content.origin, row.nanos(), row.last(),
                row.open() ? 1 : 0);
        }
        json.endArray().endObject();
        return text.toString();
    }

    /** Begin, length, routine, peer, bytes and calls of each piece, all in one array. */
    private static void lane(JsonWriter json, TraceLane lane) throws IOException {
        json.beginArray();
        for (TraceLane.Piece piece : lane.pieces()) {
            json.value(piece.begin).value(piece.end - piece.begin).value(piece.routine.ordinal()).value(piece.peer)
                .value(piece.bytes).value(piece.calls);
        }
        json.endArray();
    }

    private static void numbers(JsonWriter json, long... values) throws IOException {
        json.beginArray();
        for (long value : values) {
            json.value(value);
        }
        json.endArray();
    }
}

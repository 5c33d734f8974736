// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Step;
import java.util.List;
import java.util.Locale;

/**
 * Formats a schedule as HTML: a column for each PE, a line for each step, and arrows for remote accesses and late
 * stores.
 */
final class Page {
    private static final int ROW = 22;
    private static final int LANE = 430;
    private static final int LEFT = 70;
    private static final int TOP = 40;
    private static final String STYLE = """
        :root { color-scheme: light dark; --ink: #1d2733; --soft: #5a6675; --page: #fff; --line: #dfe3e8;
          --late: #b85c00; --end: #8b0000; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e4e8ed; --soft: #9aa7b5; --page: #14181d;
          --line: #343c46; --late: #e0a050; --end: #e5686b; } }
        body { font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--page);
          margin: 20px 24px; }
        h1 { font-size: 21px; overflow-wrap: anywhere; } pre { white-space: pre-wrap; } div { overflow-x: auto; }
        text { fill: var(--ink); font-size: 13px; } .number { fill: var(--soft); text-anchor: end; }
        .lane { stroke: var(--line); stroke-width: 2; } .dot { fill: var(--soft); }
        .access { stroke: var(--soft); fill: none; } .late { stroke: var(--late); fill: none; stroke-dasharray: 4 3; }
        .mishap { fill: var(--end); }
        """;

    private final StringBuilder svg = new StringBuilder();

    private Page() {
    }

    /** {@return a self-contained HTML page} */
    static String of(String title, int pes, List<Row> rows, String end, String why) {
        Page page = new Page();
        int height = TOP + ROW * (rows.size() + 1);
        for (int pe = 0; pe < pes; pe++) {
            page.svg.append(text("<text x='%d' y='18'>PE %d</text>", x(pe), pe));
            page.svg.append(text("<line class='lane' x1='%d' y1='%d' x2='%1$d' y2='%d'/>%n", x(pe), TOP - ROW / 2,
                height - ROW));
        }
        rows.forEach(page::add);
        return text("""
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>%1$s</title><style>
            %2$s</style></head><body><h1>%1$s</h1><p>%3$s</p><pre>%4$s</pre>
            <div><svg width="%5$d" height="%6$d" role="img" aria-label="steps of the schedule">
            <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" fill="currentColor"/></marker></defs>
            %7$s</svg></div></body></html>
            """, escaped(title), STYLE, escaped(end), escaped(why), LEFT + LANE * pes, height, page.svg);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static int x(int pe) {
        return LEFT + LANE * pe;
    }

    private static int y(Row row) {
        return TOP + ROW * (row.number - 1);
    }

    private void add(Row row) {
        int y = y(row);
        Step step = row.step;
        boolean mishap = step.kind() == Step.Kind.DEATH || step.kind() == Step.Kind.FALL;
        svg.append(text("<text class='number' x='%d' y='%d'>%d</text>", LEFT - 30, y + 4, row.number));
        svg.append(text("<circle class='%s' cx='%d' cy='%d' r='4'/>", mishap ? "mishap" : "dot", x(row.pe), y));
        svg.append(text("<text%s x='%d' y='%d'>%s</text>%n", mishap ? " class='mishap'" : "", x(row.pe) + 10, y + 4,
            escaped(row.text())));
        if (row.begin != null) {
            int from = y(row.begin);
            svg.append(text("<path class='late' marker-end='url(#tip)' d='M%d,%d C%d,%d %3$d,%5$d %1$d,%5$d'/>%n",
                x(row.pe) - 4, from, x(row.pe) - 24, from, y));
        }
        if (step.target() != row.pe && !row.passes() && !row.begins() && !mishap) {
            svg.append(text("<line class='access' marker-end='url(#tip)' x1='%d' y1='%d' x2='%d' y2='%2$d'/>%n",
                x(row.pe), y + ROW / 2 - 3, x(step.target())));
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

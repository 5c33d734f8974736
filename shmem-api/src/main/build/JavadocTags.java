// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes out the Javadoc of templates.
 *
 * <p>{@code //#param name text} describes a parameter once for all methods that follow, and
 * {@code //#throws word class text} an exception; {@code words.txt} has the descriptions for all templates. In a
 * method's comment, {@code @params} expands to a line per parameter, where lines {@code @param} after it take
 * precedence, and {@code @throws word, word} to a line per word. A comment that begins in the line of
 * its opening may have its tags behind its text.
 *
 * @param file   the template
 * @param common the descriptions for all templates
 */
record JavadocTags(Path file, List<ExpandTemplates.Line> common) {
    private static final Pattern WORD = Pattern.compile("//#(param|throws) (\\S+) *(.*)");
    private static final Pattern OWN_PARAM = Pattern.compile("[*] @param (\\S+) *(.*)");
    private static final String TAG_IN_TEXT = " (?=@(?:params|param|return|throws)\\b)";
    private static final Pattern PARAM = Pattern.compile("(\\w+)(?=,|$)");

    /** {@return the lines, with tags that only name words replaced by the words' descriptions} */
    List<ExpandTemplates.Line> writtenOut(List<ExpandTemplates.Line> lines) throws IOException {
        List<ExpandTemplates.Line> in = new ArrayList<>(common);
        in.addAll(withTagsApart(lines));
        Map<String, String> params = new HashMap<>();
        Map<String, String> faults = new HashMap<>();
        List<ExpandTemplates.Line> out = new ArrayList<>();
        for (int i = 0; i < in.size(); i++) {
            ExpandTemplates.Line line = in.get(i);
            String text = line.text().trim();
            Matcher word = WORD.matcher(text);
            if (word.matches()) {
                (word.group(1).equals("param") ? params : faults).put(word.group(2), word.group(3));
            } else if (text.startsWith("* @params")) {
                i = parameters(in, i, params, out);
            } else if (text.startsWith("* @throws ") && faults.keySet().containsAll(named(text))) {
                String indent = line.text().substring(0, line.text().indexOf('*'));
                named(text).forEach(fault -> out.add(line.with(indent + "* @throws " + faults.get(fault))));
            } else {
                out.add(line);
            }
        }
        return out;
    }

    /** {@return the lines, with a line per tag in comments whose tags follow their text} */
    private static List<ExpandTemplates.Line> withTagsApart(List<ExpandTemplates.Line> lines) {
        List<ExpandTemplates.Line> out = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            ExpandTemplates.Line line = lines.get(i);
            String text = line.mark();
            int last = i;
            while (text.startsWith("/** ") && !text.endsWith("*/")) {
                text += lines.get(++last).mark().substring(1);
            }
            if (!text.startsWith("/** ") || !text.contains(" @params")) {
                out.add(line);
                continue;
            }
            String indent = line.text().substring(0, line.text().indexOf('/'));
            String[] parts = text.substring("/** ".length(), text.length() - "*/".length()).strip().split(TAG_IN_TEXT);
            out.add(line.with(indent + "/**"));
            out.add(line.with(indent + " * " + parts[0]));
            out.add(line.with(indent + " *"));
            for (int tag = 1; tag < parts.length; tag++) {
                out.add(line.with(indent + " * " + parts[tag]));
            }
            out.add(line.with(indent + " */"));
            i = last;
        }
        return out;
    }

    private static List<String> named(String tag) {
        return List.of(tag.substring("* @throws ".length()).split(", "));
    }

    /** Adds a line for each parameter of the method below; {@return the index of the last such line in the template} */
    private int parameters(List<ExpandTemplates.Line> in, int at, Map<String, String> params,
        List<ExpandTemplates.Line> out) throws IOException {
        String indent = in.get(at).text().substring(0, in.get(at).text().indexOf('*'));
        int last = at;
        Map<String, String> own = new HashMap<>();
        for (Matcher tag; (tag = OWN_PARAM.matcher(in.get(last + 1).text().trim())).matches(); last++) {
            own.put(tag.group(1), tag.group(2));
        }
        int method = last;
        while (!in.get(method++).text().trim().equals("*/")) {
            continue;
        }
        while (in.get(method).text().trim().startsWith("@")) {
            method++;
        }
        String signature = String.join(" ", in.subList(method, Math.min(method + 5, in.size())).stream()
            .map(ExpandTemplates.Line::text).toList());
        List<String> names = PARAM.matcher(signature.substring(0, signature.indexOf(')'))).results()
            .map(parameter -> parameter.group(1)).toList();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        for (String name : names) {
            String text = own.getOrDefault(name, params.get(name));
            if (text == null) {
                throw new IOException(file + ":" + in.get(at).number() + ": what is " + name + " of "
                    + signature.strip());
            }
            out.add(in.get(at).with(indent + "* @param " + name + " ".repeat(width - name.length()) + " " + text));
        }
        return last;
    }
}

// SPDX-License-Identifier: Apache-2.0
package exploretest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model of memory in herd7's language, or the part of it that this project uses: sets, relations, {@code let}, {@code
 * acyclic}, {@code empty}. Different operators of one level need parentheses.
 */
public final class CatModel {
    private static final Pattern TOKEN = Pattern.compile("\\^-1|[A-Za-z]\\w*|[|&;*+\\\\()\\[\\]]");

    private final List<String[]> statements = new ArrayList<>();

    /** Events of an execution as sets, bits of a long, and relations, a set for each event. */
    static final class Execution {
        private final int events;
        private final Map<String, Long> sets = new HashMap<>();
        private final Map<String, long[]> relations = new HashMap<>();

        Execution(int events) {
            this.events = events;
        }

        void add(String set, int event) {
            sets.merge(set, 1L << event, (a, b) -> a | b);
        }

        void relate(String relation, int from, int to) {
            relations.computeIfAbsent(relation, name -> new long[events])[from] |= 1L << to;
        }
    }

    /** Reads a file's text. */
    public CatModel(String text) {
        String plain = text.replaceAll("(?s)\\(\\* .*?\\*\\)", "").replaceFirst("\"[^\"]*\"", "");
        Matcher statement = Pattern.compile("(let|acyclic|empty)\\s+(.*?)(?=\\blet\\b|\\bacyclic\\b|\\bempty\\b|$)",
            Pattern.DOTALL).matcher(plain);
        while (statement.find()) {
            String[] parts = statement.group(1).equals("let") ? statement.group(2).split("=", 2)
                : new String[] {"", statement.group(2).replaceFirst("\\bas\\s+\\w+\\s*$", "")};
            statements.add(new String[] {statement.group(1), parts[0].strip(), parts[1]});
        }
    }

    /** {@return whether an execution is one of the model} */
    boolean allows(Execution execution) {
        Map<String, Object> names = new HashMap<>(execution.sets);
        names.putAll(execution.relations);
        for (String[] statement : statements) {
            Object value = new Parser(statement[2], names, execution.events).expression();
            if (statement[0].equals("let")) {
                names.put(statement[1], value);
            } else if (statement[0].equals("empty") ? !isEmpty((long[]) value) : !isAcyclic((long[]) value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(long[] relation) {
        for (long row : relation) {
            if (row != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAcyclic(long[] relation) {
        long left = (1L << relation.length) - 1;
        for (boolean found = true; found;) {
            found = false;
            for (int i = 0; i < relation.length; i++) {
                if ((left >> i & 1) != 0 && (relation[i] & left) == 0) {
                    left &= ~(1L << i);
                    found = true;
                }
            }
        }
        return left == 0;
    }

    /** Parses and evaluates an expression. A name that nothing has is an empty set. */
    private static final class Parser {
        private final List<String> tokens = new ArrayList<>();
        private final Map<String, Object> names;
        private final int n;
        private int at;

        Parser(String text, Map<String, Object> names, int n) {
            this.names = names;
            this.n = n;
            Matcher token = TOKEN.matcher(text);
            while (token.find()) {
                tokens.add(token.group());
            }
            tokens.add("");
        }

        Object expression() {
            Object value = operand();
            String operator = tokens.get(at);
            while ("|&;*\\".contains(tokens.get(at)) && !tokens.get(at).isEmpty()) {
                if (!tokens.get(at++).equals(operator)) {
                    throw new IllegalArgumentException("parentheses are needed: " + tokens);
                }
                value = apply(operator, value, operand());
            }
            return value;
        }

        private Object operand() {
            String token = tokens.get(at++);
            Object value = switch (token) {
                case "(" -> expression();
                case "[" -> {
                    long set = (Long) expression();
                    long[] identity = new long[n];
                    for (int i = 0; i < n; i++) {
                        identity[i] = set & 1L << i;
                    }
                    yield identity;
                }
                default -> names.getOrDefault(token, Character.isUpperCase(token.charAt(0)) ? 0L : new long[n]);
            };
            at += token.equals("(") || token.equals("[") ? 1 : 0;
            if (tokens.get(at).equals("^-1")) {
                at++;
                return inverse((long[]) value);
            }
            if (tokens.get(at).equals("+")) {
                at++;
                return closure((long[]) value);
            }
            return value;
        }

        private long[] closure(long[] relation) {
            long[] closure = relation.clone();
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < n; i++) {
                    closure[i] |= (closure[i] >> k & 1) != 0 ? closure[k] : 0;
                }
            }
            return closure;
        }

        private long[] inverse(long[] relation) {
            long[] inverse = new long[n];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    inverse[k] |= (relation[i] >> k & 1) << i;
                }
            }
            return inverse;
        }

        private Object apply(String operator, Object left, Object right) {
            if (left instanceof Long a && right instanceof Long b && !operator.equals("*")) {
                return combine(operator, a, b);
            }
            long[] result = new long[n];
            for (int i = 0; i < n; i++) {
                if (operator.equals("*")) {
                    result[i] = ((Long) left >> i & 1) != 0 ? (Long) right : 0;
                } else if (operator.equals(";")) {
                    for (int k = 0; k < n; k++) {
                        result[i] |= (((long[]) left)[i] >> k & 1) != 0 ? ((long[]) right)[k] : 0;
                    }
                } else {
                    result[i] = combine(operator, ((long[]) left)[i], ((long[]) right)[i]);
                }
            }
            return result;
        }

        private static long combine(String operator, long a, long b) {
            return switch (operator) {
                case "|" -> a | b;
                case "&" -> a & b;
                default -> a & ~b;
            };
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.ObjectInputFilter;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.FileNameMap;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URLConnection;
import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;

/**
 * Settings that the JDK keeps once for a JVM. All its PEs may make the same one; the PE that would change what another
 * PE has set ends the job instead.
 */
public final class JvmSettings {
    private static final ConcurrentHashMap<String, SetBy> SETTINGS = new ConcurrentHashMap<>();

    private record SetBy(ThreadPe pe, Object value) { }

    private JvmSettings() {
    }

    /** Ends the job where another PE that lives has chosen another value. */
    static void choose(String setting, Object value) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null || value == null) {
            return;
        }
        SetBy mine = new SetBy(pe, value);
        SetBy now = SETTINGS.merge(setting, mine, (was, its) -> was.pe == its.pe ? its : was);
        if (now.pe != pe && !now.value.equals(value)) {
            pe.refuse("PE " + pe.number() + " sets the " + setting + ", which this JVM has once, and PE "
                + now.pe.number() + " has set it to something else");
        }
    }

    /** Forgets what a PE has chosen that ends. */
    static void release(ThreadPe pe) {
        SETTINGS.values().removeIf(choice -> choice.pe == pe);
    }

//#each type/call/Value/value/what
//#row Locale | setDefault | Locale | locale | default locale
//#row TimeZone | setDefault | TimeZone | zone | default time zone
//#row Authenticator | setDefault | Authenticator | authenticator | default authenticator
//#row CookieHandler | setDefault | CookieHandler | handler | default cookie handler
//#row ProxySelector | setDefault | ProxySelector | selector | default proxy selector
//#row ResponseCache | setDefault | ResponseCache | cache | default response cache
//#row URLConnection | setFileNameMap | FileNameMap | map | map of file names
//#row HttpURLConnection | setFollowRedirects | boolean | follow | following of redirects
//#row ObjectInputFilter.Config | setSerialFilter | ObjectInputFilter | filter | filter of serial data
//#row ObjectInputFilter.Config | setSerialFilterFactory | BinaryOperator<ObjectInputFilter> | factory
//# | factory of filters of serial data
    public static void $call$($Value$ $value$) {
        choose("$what$", $value$);
        $type$.$call$($value$);
    }

//#next
    public static void setDefault(Locale.Category category, Locale locale) {
        choose("default locale of " + category, locale);
        Locale.setDefault(category, locale);
    }

    public static void setProperty(String key, String value) {
        choose("security property " + key, value);
        Security.setProperty(key, value);
    }

    /** Providers of one name are the same setting, whichever PE's class makes them. */
    public static int addProvider(Provider provider) {
        choose("security provider " + provider.getName(), provider.getInfo());
        return Security.addProvider(provider);
    }

    public static int insertProviderAt(Provider provider, int position) {
        choose("security provider " + provider.getName(), position + provider.getInfo());
        return Security.insertProviderAt(provider, position);
    }
}

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

    public static void setDefault(Locale locale) {
        choose("default locale", locale);
        Locale.setDefault(locale);
    }

    public static void setDefault(Locale.Category category, Locale locale) {
        choose("default locale of " + category, locale);
        Locale.setDefault(category, locale);
    }

    public static void setDefault(TimeZone zone) {
        choose("default time zone", zone);
        TimeZone.setDefault(zone);
    }

    public static void setDefault(Authenticator authenticator) {
        choose("default authenticator", authenticator);
        Authenticator.setDefault(authenticator);
    }

    public static void setDefault(CookieHandler handler) {
        choose("default cookie handler", handler);
        CookieHandler.setDefault(handler);
    }

    public static void setDefault(ProxySelector selector) {
        choose("default proxy selector", selector);
        ProxySelector.setDefault(selector);
    }

    public static void setDefault(ResponseCache cache) {
        choose("default response cache", cache);
        ResponseCache.setDefault(cache);
    }

    public static void setFileNameMap(FileNameMap map) {
        choose("map of file names", map);
        URLConnection.setFileNameMap(map);
    }

    public static void setFollowRedirects(boolean follow) {
        choose("following of redirects", follow);
        HttpURLConnection.setFollowRedirects(follow);
    }

    public static void setSerialFilter(ObjectInputFilter filter) {
        choose("filter of serial data", filter);
        ObjectInputFilter.Config.setSerialFilter(filter);
    }

    public static void setSerialFilterFactory(BinaryOperator<ObjectInputFilter> factory) {
        choose("factory of filters of serial data", factory);
        ObjectInputFilter.Config.setSerialFilterFactory(factory);
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

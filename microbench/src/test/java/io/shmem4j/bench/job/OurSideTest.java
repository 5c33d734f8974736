// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.gson.JsonParser;
import io.shmem4j.bench.job.Comparison.Best;
import org.junit.jupiter.api.Test;

/** Values read from the suite's JSON lines. */
class OurSideTest {
    private static Best read(Section section, String... sheets) {
        Best best = new Best(section.lessIsBetter());
        for (String sheet : sheets) {
            OurSide.read(section, JsonParser.parseString(sheet).getAsJsonObject(), 2, best);
        }
        return best;
    }

    @Test
    void tablesByOperation() {
        String sheet = "{'test':'latency','title':'t','columns':['operation','bytes','min (ns)','median (ns)'],"
            + "'rows':[['p',8,%s,9],['barrier_all',0,1500,1600]],'notes':['p: not steady after 1 ms','x']}";
        Best best = read(Section.LATENCY, sheet.formatted("1.5"), sheet.formatted("1.25"), sheet.formatted("2"));
        assertEquals(1.25, best.get(new Best.Row("p", 8, 2)));
        assertEquals(3, best.unsteady());
        assertEquals(1.5, read(Section.COLLECTIVES, sheet.formatted("1")).get(new Best.Row("barrier_all", 0, 2)),
            1e-12);
    }

    @Test
    void tablesBySize() {
        String sheet = "{'test':'bandwidth','title':'t','columns':['size','put, 1 pair (MB/s)','get, 1 pair (MB/s)'],"
            + "'rows':[[8,10,%s],[16,20,null]],'notes':[]}";
        Best best = read(Section.BANDWIDTH, sheet.formatted("30"), sheet.formatted("40"));
        assertEquals(40, best.get(new Best.Row("get, 1 pair", 8, 2)));
        assertNull(best.get(new Best.Row("get, 1 pair", 16, 2)));
    }

    @Test
    void reductionsByTheirBestTransfer() {
        String sheet = "{'test':'reduce','title':'t','columns':['size','auto putget (us)','auto direct (us)'],"
            + "'rows':[[8,3,2]],'notes':[]}";
        assertEquals(2, read(Section.COLLECTIVES, sheet).get(new Best.Row("reduce", 8, 2)));
    }

    @Test
    void streamByItsBestKindOfArrays() {
        Best best = read(Section.STREAM, "{'test':'stream','title':'STREAM','columns':['kernel','arrays (MB/s)',"
            + "'vector (MB/s)'],'rows':[['Copy',5,7]],'notes':[]}", "{'test':'stream','title':'STREAM in blocks',"
            + "'columns':"
            + "['kernel','flat (MB/s)'],'rows':[['Copy',99]],'notes':[]}");
        assertEquals(7, best.get(new Best.Row("Copy", 0, 2)));
    }

    @Test
    void atomicsByContenders() {
        Best best = read(Section.ATOMICS, "{'test':'atomics','title':'t','columns':['operation','1 PE (M/s)',"
            + "'2 PEs, same word (M/s)'],'rows':[['swap',150,40]],'notes':[]}");
        assertEquals(40, best.get(new Best.Row("swap, 2 PEs, same word", 0, 2)));
    }

    @Test
    void firstCallsByTheirStretchOfTheLoop() {
        Best best = read(Section.COLD, "{'test':'cold','title':'t','columns':['operation','bytes','PEs','cold (us)',"
            + "'warm (us)','to call 100 (us)','total (ms)','calls'],'rows':[['sync',null,2,9,1,null,18,2000],"
            + "['sum',64,2,8,2,3,16,2000]],'notes':[]}");
        assertEquals(9, best.get(new Best.Row("sync, cold", 0, 2)));
        assertEquals(3, best.get(new Best.Row("sum, to call 100", 64, 2)));
        assertNull(best.get(new Best.Row("sync, to call 100", 0, 2)));
        assertNull(best.get(new Best.Row("sum, total", 64, 2)));
    }
}

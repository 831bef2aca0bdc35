package httpapi_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
)

// BenchmarkListOfThirty lists a page of thirty of three hundred data sets, for signed-in clients
// over HTTP.
func BenchmarkListOfThirty(b *testing.B) {
	s := newSite(b, func(d *httpapi.Deps) { d.Log = slog.New(slog.NewJSONHandler(io.Discard, nil)) })
	for i := range 300 {
		s.pass()
		s.newDataset(b, "curator", fmt.Sprintf("Lipids in cohort %03d", i))
	}
	server := httptest.NewServer(s.handler)
	b.Cleanup(server.Close)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	b.SetParallelism(8) // per CPU: 16 on two
	before := cpu(b)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			s.skew.Add(int64(100 * time.Millisecond)) // so that no limit is reached
			r := s.request(b.Context(), request{method: "GET", path: "/api/datasets?limit=30", as: "curator"})
			r.URL.Host, r.RequestURI, r.URL.Scheme = server.Listener.Addr().String(), "", "http"
			w, err := client.Do(r)
			if err != nil {
				b.Fatal(err)
			}
			if n, err := io.Copy(io.Discard, w.Body); err != nil || w.StatusCode != 200 || n < 5000 {
				b.Fatal(w.Status, n, err)
			}
			w.Body.Close()
		}
	})
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// cpu returns the CPU time of the process, including its clients.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/httpserver"
)

var slowFor = flag.Duration("slow", 0, "how long TestSEC54SlowClientsTakeNothingFromOthers measures under slow clients; a few seconds unless given")

// thin is a listener whose connections have small kernel buffers, so that a client that does not
// read is noticed early.
type thin struct{ net.Listener }

// Accept implements net.Listener.
func (l thin) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		err = c.(*net.TCPConn).SetWriteBuffer(4 << 10)
	}
	return c, err
}

// served serves a site over TCP and returns its address.
func (s *site) served(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	limits := httpserver.Standard()
	limits.Stop = time.Second
	here := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	go func() {
		done <- httpserver.Serve(ctx, thin{listener}, s.handler, limits, here, slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil && !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// slowClients are connections that send or read a byte a second.
type slowClients struct {
	address          string
	wg               sync.WaitGroup
	open, busy, late atomic.Int64 // answers that began, or 503; those after 2 s
}

// hold keeps one connection until ctx ends, and opens a new one when the server closes it.
func (c *slowClients) hold(ctx context.Context, head string) {
	c.wg.Go(func() {
		for ctx.Err() == nil {
			if err := c.once(ctx, head); err != nil && ctx.Err() == nil {
				time.Sleep(time.Second)
			}
		}
	})
}

func (c *slowClients) once(ctx context.Context, head string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.address)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer conn.Close()
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		return err
	}
	began := time.Now()
	if _, err := io.WriteString(conn, head); err != nil {
		return err
	}
	if strings.HasPrefix(head, "POST") {
		for { // the body
			if _, err := conn.Write([]byte{'a'}); err != nil {
				return err
			}
			pause(ctx)
		}
	}
	in := bufio.NewReaderSize(conn, 16)
	line, err := in.ReadString('\n')
	if err != nil {
		return err
	}
	if strings.Contains(line, " 503 ") {
		if rest, err := io.ReadAll(in); err != nil || !strings.Contains(string(rest), "Retry-After: 2\r\n") || time.Since(began) > 5*time.Second {
			c.late.Add(1)
		}
		c.busy.Add(1)
		<-ctx.Done()
		return nil
	}
	c.open.Add(1)
	for {
		if _, err := in.ReadByte(); err != nil {
			return err
		}
		pause(ctx)
	}
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// p95 makes calls with and without an account, n times each or until a time, and returns the 95th
// percentile of their times.
func (s *site) p95(t *testing.T, address, region string, n int, until time.Time) time.Duration {
	t.Helper()
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	table := "chromosome\tposition\teffect_allele\tother_allele\tbeta\tstandard_error\tp_value\n" + strings.Repeat("1\t1000\tA\tG\t0.1\t0.01\t0.5\n", 50)
	var took []time.Duration
	for i := 0; i < n || time.Now().Before(until); i++ {
		for _, q := range []request{
			{method: "GET", path: region, as: "contributor"},
			{method: "GET", path: region, header: map[string]string{"X-Forwarded-For": "198.51.100.1"}},
			{method: "POST", path: "/api/sumstats/preview?file_name=a.tsv", as: "uploader", body: []byte(table)},
		} {
			r := s.request(t.Context(), q)
			r.URL.Host, r.RequestURI = address, ""
			began := time.Now()
			w, err := client.Do(r)
			if err != nil {
				t.Fatalf("%s: %v", q.path, err)
			}
			text, err := io.ReadAll(w.Body)
			must(t, err)
			must(t, w.Body.Close())
			if w.StatusCode != http.StatusOK {
				t.Fatalf("%s: status %d: %.200s", q.path, w.StatusCode, text)
			}
			took = append(took, time.Since(began))
		}
		if time.Sleep(100 * time.Millisecond); i >= n {
			time.Sleep(time.Second) // within the allowances
		}
	}
	slices.Sort(took)
	return took[len(took)*95/100]
}

// TestSEC54SlowClientsTakeNothingFromOthers checks that clients which read or send a byte a second
// hold no slot of heavy calls. Others are answered as before, and calls beyond a caller's share are
// refused immediately.
func TestSEC54SlowClientsTakeNothingFromOthers(t *testing.T) {
	s := newSite(t, func(d *httpapi.Deps) { d.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	ref, d := s.checkedResult(t, "contributor", "Public results")
	s.changeDataset(
		t,
		200,
		"contributor",
		"/api/datasets/"+d+"/sharing",
		s.versionOf(t, "contributor", d),
		map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}},
		nil,
	)
	region := "/api/browse/region?" + strings.Repeat("result="+ref+"&", 6) + "region=16:53.7-53.9Mb"
	address := s.served(t)
	quiet := s.p95(t, address, region, 14, time.Time{})

	ctx, end := context.WithCancel(t.Context())
	slow := &slowClients{address: address}
	defer slow.wg.Wait()
	defer end()
	const networks, share, beyond, writers = 6, 16, 2, 16
	for network := range networks {
		for range share + beyond {
			slow.hold(ctx, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.%d\r\n\r\n", region, network))
		}
	}
	for range writers {
		slow.hold(
			ctx,
			"POST /api/sumstats/preview?file_name=a.tsv HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\nCookie: cohortium="+s.tokens["uploader2"]+"\r\n\r\n",
		)
	}
	for begin := time.Now(); slow.open.Load()+slow.busy.Load() < networks*(share+beyond) && time.Since(begin) < 15*time.Second; {
		time.Sleep(50 * time.Millisecond)
	}
	if open := slow.open.Load(); open > networks*share || open < networks*share/2 || slow.busy.Load() < networks*beyond || slow.late.Load() != 0 {
		t.Errorf(
			"%d slow clients are answered and %d refused (%d late), want %d and %d",
			open,
			slow.busy.Load(),
			slow.late.Load(),
			networks*share,
			networks*beyond,
		)
	}
	loaded := s.p95(t, address, region, 14, time.Now().Add(*slowFor))
	var used syscall.Rusage // of server and clients, which are one process
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	t.Logf("p95 %s quiet, %s under %d slow readers and %d slow writers; peak memory %d MB", quiet, loaded, slow.open.Load(), writers, used.Maxrss*1024/1e6)
	if loaded > 2*quiet+250*time.Millisecond {
		t.Errorf("p95 is %s under slow clients, %s without", loaded, quiet)
	}
}

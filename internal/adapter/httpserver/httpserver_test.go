package httpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/httpserver"
	"cohortium/internal/platform/errs"
)

// limits returns short limits; each test waits for several.
func limits() httpserver.Limits {
	return httpserver.Limits{
		Head: 600 * time.Millisecond, Body: 600 * time.Millisecond, Write: 600 * time.Millisecond, Idle: 600 * time.Millisecond,
		Stop: time.Second, PerAddress: 2000,
	}
}

// soon is well after any limit of these tests.
const soon = 15 * time.Second

// serve starts a server and returns its address.
func serve(t *testing.T, l httpserver.Limits, handler http.HandlerFunc, shared ...netip.Prefix) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- httpserver.Serve(ctx, listener, handler, l, shared, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil && !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func dial(t *testing.T, address, text string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // the server may have been first
	if err := c.SetDeadline(time.Now().Add(soon)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, text) // a connection closed at once is noticed when it is read
	return c
}

// ends reports whether the server closes a connection before a test's time is over.
func ends(c net.Conn) bool {
	_, err := io.Copy(io.Discard, c)
	var timeout net.Error
	return !errors.As(err, &timeout) || !timeout.Timeout()
}

// TestStalledConnectionsEnd opens a thousand connections that stall in four ways; all have ended a
// little later.
func TestStalledConnectionsEnd(t *testing.T) {
	t.Parallel()
	address := serve(t, limits(), func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	ways := []string{
		"",
		"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nab",
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n", // answered, and then idle
	}
	var wait sync.WaitGroup
	for i := range 1000 {
		c := dial(t, address, ways[i%len(ways)])
		wait.Go(func() {
			if !ends(c) {
				t.Errorf("a connection that sent %q is still held", ways[i%len(ways)])
			}
		})
	}
	wait.Wait()
}

// TestIdleReadersAreDisconnected requests a long answer and never reads it.
func TestIdleReadersAreDisconnected(t *testing.T) {
	t.Parallel()
	gone := make(chan error, 1)
	address := serve(t, limits(), func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				gone <- err
				return
			}
		}
	})
	dial(t, address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	select {
	case <-gone:
	case <-time.After(soon):
		t.Error("the answer is still being written")
	}
}

// TestSlowFormsAreAnswered408 sends a form piece by piece, beyond the limit.
func TestSlowFormsAreAnswered408(t *testing.T) {
	t.Parallel()
	address := serve(t, limits(), func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1000))
		http.Error(w, err.Error(), errs.KindOf(err).Status())
	})
	c := dial(t, address, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
	go func() {
		for range 40 { // each sooner than any limit
			if _, err := io.WriteString(c, "a"); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || answer.StatusCode != http.StatusRequestTimeout {
		t.Errorf("%v, %v", answer, err)
	}
}

// TestLongWorkIsNotCut takes several times each limit: to compute an answer, to send it piece by
// piece, to send much of it at once to a slow reader, and to receive an upload for which a handler
// extends the time.
func TestLongWorkIsNotCut(t *testing.T) {
	t.Parallel()
	long := 3 * limits().Write
	pieces := 20
	handlers := map[string]http.HandlerFunc{
		"computing": func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
				panic(http.ErrAbortHandler)
			case <-time.After(long):
				_, _ = io.WriteString(w, "all")
			}
		},
		"events": func(w http.ResponseWriter, r *http.Request) {
			for range pieces {
				time.Sleep(long / time.Duration(pieces))
				if _, err := io.WriteString(w, "event\n"); err != nil || http.NewResponseController(w).Flush() != nil || r.Context().Err() != nil {
					panic(http.ErrAbortHandler)
				}
			}
			_, _ = io.WriteString(w, "all")
		},
		"download": func(w http.ResponseWriter, _ *http.Request) {
			if _, err := w.Write(bytes.Repeat([]byte{'x'}, 24<<20)); err != nil {
				panic(http.ErrAbortHandler)
			}
			_, _ = io.WriteString(w, "all")
		},
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := limits()
			if name == "download" {
				l.Write = 1500 * time.Millisecond // the kernel passes megabytes at a time
			}
			c := dial(t, serve(t, l, handler), "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
			answer, err := http.ReadResponse(bufio.NewReaderSize(c, 1<<10), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := new(bytes.Buffer)
			for {
				n, err := io.CopyN(got, answer.Body, 1<<19)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil || n == 0 {
					t.Fatalf("%v after %d bytes", err, got.Len())
				}
				time.Sleep(80 * time.Millisecond) // all of them are several limits
			}
			if !strings.HasSuffix(got.String(), "all") {
				t.Errorf("the answer ends after %d bytes", got.Len())
			}
		})
	}
	t.Run("upload", func(t *testing.T) {
		t.Parallel()
		address := serve(t, limits(), func(w http.ResponseWriter, r *http.Request) {
			control := http.NewResponseController(w)
			piece := make([]byte, 1)
			for {
				if err := control.SetReadDeadline(time.Now().Add(limits().Body)); err != nil {
					t.Error(err)
				}
				if _, err := r.Body.Read(piece); err != nil {
					_, _ = fmt.Fprint(w, errors.Is(err, io.EOF), err)
					return
				}
			}
		})
		c := dial(t, address, fmt.Sprintf("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", pieces))
		for range pieces {
			time.Sleep(long / time.Duration(pieces))
			if _, err := io.WriteString(c, "a"); err != nil {
				break // the answer explains why
			}
		}
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(answer.Body); string(text) != "true EOF" {
			t.Errorf("the upload was cut: %s", text)
		}
	})
}

// TestAnAddressHasSoManyConnections opens one more than the limit, and another when one of them has
// ended.
func TestAnAddressHasSoManyConnections(t *testing.T) {
	t.Parallel()
	l := limits()
	l.PerAddress, l.Idle = 10, time.Minute
	answers := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }
	ask := func(address string) (net.Conn, bool) {
		c := dial(t, address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		return c, err == nil && answer.StatusCode == http.StatusOK
	}
	address := serve(t, l, answers)
	first, _ := ask(address)
	for n := 2; n <= l.PerAddress; n++ {
		if _, ok := ask(address); !ok {
			t.Fatalf("connection %d of %d is refused", n, l.PerAddress)
		}
	}
	if _, ok := ask(address); ok {
		t.Errorf("connection %d is taken", l.PerAddress+1)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for again := false; !again; {
		if _, again = ask(address); !again && t.Context().Err() != nil {
			t.Fatal("no connection is taken after one has ended")
		}
		time.Sleep(20 * time.Millisecond)
	}
	behind := serve(t, l, answers, netip.MustParsePrefix("127.0.0.0/8"))
	for n := range 2 * l.PerAddress {
		if _, ok := ask(behind); !ok {
			t.Fatalf("connection %d through a proxy is refused", n+1)
		}
	}
}

// TestHeadsHaveALength: a head longer than any program sends is rejected before it is read into
// memory.
func TestHeadsHaveALength(t *testing.T) {
	t.Parallel()
	address := serve(t, limits(), func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	for size, want := range map[int]int{60 << 10: http.StatusOK, 72 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		c := dial(t, address, "GET / HTTP/1.1\r\nHost: a\r\nX-Long: "+strings.Repeat("x", size)+"\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || answer.StatusCode != want {
			t.Errorf("%d bytes: %v, %v", size, answer, err)
		}
	}
}

// TestStandardLimits compares the limits with the documented ones.
func TestStandardLimits(t *testing.T) {
	t.Parallel()
	want := httpserver.Limits{
		Head: 10 * time.Second, Body: time.Minute, Write: 2 * time.Minute, Idle: 2 * time.Minute, Stop: 20 * time.Second, PerAddress: 512,
	}
	if got := httpserver.Standard(); got != want {
		t.Errorf("%+v", got)
	}
}

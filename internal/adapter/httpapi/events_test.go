package httpapi_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/area/hermes/hermestest"
)

// listen opens the event stream over a real connection and returns its job lines.
func (s *site) listen(t *testing.T, server *httptest.Server, as string) <-chan string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/events", nil)
	must(t, err)
	r.AddCookie(&http.Cookie{Name: "cohortium", Value: s.tokens[as]})
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("status %d, %v", answer.StatusCode, answer.Header)
	}
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		defer answer.Body.Close()
		for scan := bufio.NewScanner(answer.Body); scan.Scan(); {
			if data, ok := strings.CutPrefix(scan.Text(), "data: "); ok {
				lines <- data
			}
		}
	}()
	return lines
}

func TestEventsReachAccountsThatMaySeeTheJob(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	defer server.CloseClientConnections()
	owner, reviewer, stranger := s.listen(t, server, "uploader"), s.listen(t, server, "reviewer"), s.listen(t, server, "uploader2")
	d := s.register(t, "uploader", "Watched", "A", hermestest.Sumstats(440, 1))
	own := s.register(t, "uploader2", "Own", "B", hermestest.Sumstats(440, 2))
	for name, lines := range map[string]<-chan string{"owner": owner, "reviewer": reviewer} {
		if !waitFor(lines, `"id":"`+d.Run.JobID+`"`) {
			t.Errorf("the %s hears nothing of the job", name)
		}
	}
	// The stranger's own job comes after the other: if that one were sent, it would come first.
	for data := range stranger {
		if strings.Contains(data, d.ID) {
			t.Fatalf("a stranger hears of the job: %s", data)
		}
		if strings.Contains(data, own.ID) {
			break
		}
	}
}

// waitFor reads lines until one contains part; false if the stream ends or after ten seconds.
func waitFor(lines <-chan string, part string) bool {
	limit := time.After(10 * time.Second)
	for {
		select {
		case data, open := <-lines:
			if !open {
				return false
			}
			if strings.Contains(data, part) {
				return true
			}
		case <-limit:
			return false
		}
	}
}

func TestStreamsEndWhenTheServerStops(t *testing.T) {
	t.Parallel()
	stopping := make(chan struct{})
	s := newSite(t, func(d *httpapi.Deps) { d.Stopping = stopping })
	server := httptest.NewServer(s.handler)
	defer server.Close()
	lines := s.listen(t, server, "uploader")
	close(stopping)
	select {
	case _, open := <-lines:
		if open {
			t.Error("the stream goes on")
		}
	case <-time.After(10 * time.Second):
		t.Error("the stream goes on")
	}
}

package attack

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var kills = flag.Int("kills", 3, "times that TestKills kills the server on each stack")

// TestKills kills the server with SIGKILL while clients write, repeatedly. Afterwards every
// acknowledged write is there, nothing is there twice, the trail is complete, and every file named
// in a row has its bytes.
func TestKills(t *testing.T) {
	onBothStacks(t, func(t *testing.T, in *installation) {
		in.person("contributor", "contributor")
		w := &writers{written: map[string]string{}, sent: map[string]int64{}}
		count, writes := New(t, "kills of the server"), New(t, "acknowledged writes over kills")
		r := rand.New(rand.NewPCG(41, uint64(len(in.database))))
		p := in.serve()
		w.person = signIn(t, p.base, "contributor")
		for kill := range *kills {
			w.run(t, time.Duration(100+r.IntN(900))*time.Millisecond, func() { p.kill(t) })
			p = in.serve()
			w.person.base = p.base
			before := w.acknowledged.Load()
			held := w.check(t, writes)
			count.Try(held && before > 0, "kill %d: %d writes were acknowledged in all", kill, before)
		}
		p.stop(t)
		status, out := in.command("", "check", "--read-data")
		count.Try(status == 0, "check: status %d\n%s", status, out)
	})
}

// writers are clients that write, with their acknowledged writes.
type writers struct {
	person       *caller
	number       atomic.Int64
	acknowledged atomic.Int64
	mu           sync.Mutex
	written      map[string]string // names of studies since the last check, and their institutions
	sent         map[string]int64  // bytes of uploads
}

// run writes for a while, and continues until stop has returned.
func (w *writers) run(t *testing.T, d time.Duration, stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for ctx.Err() == nil {
				w.study(ctx)
			}
		})
	}
	group.Go(func() {
		for ctx.Err() == nil {
			w.upload(ctx)
		}
	})
	time.Sleep(d)
	stop()
	end()
	group.Wait()
}

// pause keeps writers below the limit of calls.
func pause() { time.Sleep(20 * time.Millisecond) }

// study registers a study and renames it; each acknowledged change must last.
func (w *writers) study(ctx context.Context) {
	defer pause()
	name := named("Study", w.number.Add(1))
	a, err := w.person.try(ctx, http.MethodPost, "/api/studies", map[string]string{"name": name, "institution": "first"}, nil)
	if err != nil || a.status != http.StatusCreated {
		return
	}
	w.acknowledge(name, "first")
	var study struct{ ID string }
	if json.Unmarshal(a.body, &study) != nil {
		return
	}
	a, err = w.person.try(
		ctx,
		http.MethodPut,
		"/api/studies/"+study.ID,
		map[string]string{"name": name, "institution": "second"},
		map[string]string{"If-Match": `"1"`},
	)
	if err == nil && a.status == http.StatusOK {
		w.acknowledge(name, "second")
	}
}

func (w *writers) acknowledge(name, institution string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.written[name] = institution
	w.acknowledged.Add(1)
}

const partBytes = 20_000

// upload sends a file in parts.
func (w *writers) upload(ctx context.Context) {
	defer pause()
	name := named("file", w.number.Add(1))
	a, err := w.person.try(ctx, http.MethodPost, "/api/uploads/", nil, tus("Upload-Length", strconv.Itoa(5*partBytes),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name+".tsv"))))
	if err != nil || a.status != http.StatusCreated {
		return
	}
	at := a.header.Get("Location")
	path := at[strings.Index(at, "/api/"):]
	for part := range int64(5) {
		a, err := w.person.try(ctx, http.MethodPatch, path, bytes.Repeat([]byte{byte('a' + part)}, partBytes),
			tus("Upload-Offset", fmt.Sprint(part*partBytes), "Content-Type", "application/offset+octet-stream"))
		if err != nil || a.status != http.StatusNoContent {
			return
		}
		w.mu.Lock()
		w.sent[path] = (part + 1) * partBytes
		w.acknowledged.Add(1)
		w.mu.Unlock()
	}
	// A person has few files that wait.
	if a, err := w.person.try(ctx, http.MethodDelete, path, nil, tus()); err == nil && a.status == http.StatusNoContent {
		w.mu.Lock()
		delete(w.sent, path)
		w.mu.Unlock()
	}
}

// check checks the writes acknowledged since the last check.
func (w *writers) check(t *testing.T, count *Count) bool {
	t.Helper()
	held := true
	try := func(good bool, format string, args ...any) {
		count.Try(good, format, args...)
		held = held && good
	}
	for name, want := range w.written {
		pause()
		var page struct {
			Items []struct{ Name, Institution string }
		}
		w.person.want(t, 200, http.MethodGet, "/api/studies?q="+url.QueryEscape(name), nil, &page)
		try(len(page.Items) == 1 && page.Items[0].Name == name && (page.Items[0].Institution == want || page.Items[0].Institution == "second"),
			"%s was acknowledged with %q and is %v", name, want, page.Items)
	}
	for path, want := range w.sent {
		a := w.person.call(t, http.MethodHead, path, nil, tus())
		got, _ := strconv.ParseInt(a.header.Get("Upload-Offset"), 10, 64)
		deleted := a.status == http.StatusNotFound && want == 5*partBytes // whose answer was lost
		try(got >= want || deleted, "%s: %d bytes were acknowledged, %d are there (status %d)", path, want, got, a.status)
		_ = w.person.call(t, http.MethodDelete, path, nil, tus())
	}
	w.written, w.sent = map[string]string{}, map[string]int64{}
	return held
}

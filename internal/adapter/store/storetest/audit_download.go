package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/audit"
)

// testAuditDownloads records requests that are one download and others that are not, and then one
// download concurrently.
func testAuditDownloads(t *testing.T, s *store.Store) {
	from := func(actorID, address string) context.Context {
		return audit.WithOrigin(t.Context(), audit.Origin{Actor: actorID, ActorID: actorID, Address: address})
	}
	file := audit.Entry{Object: "dataset", ObjectID: "d1", Detail: "a.tsv\n(version 1)"}
	other := file
	other.Detail = "a.tsv (version 2)"
	elsewhere := file
	elsewhere.ObjectID = "d2"
	// Another action does not count as a download.
	must(
		t,
		audit.NewLog(
			s,
			func() time.Time { return Epoch },
		).Record(
			from("u1", "10.0.0.1"),
			audit.Entry{Action: audit.Exported, Object: "dataset", ObjectID: "d1", Detail: file.Detail},
		),
	)
	for _, c := range []struct {
		name  string
		ctx   context.Context
		after time.Duration
		entry audit.Entry
		added bool
	}{
		{"the first", from("u1", "10.0.0.1"), 0, file, true},
		{"at the same time", from("u1", "10.0.0.1"), 0, file, false},
		{"from another address", from("u1", "10.0.0.2"), time.Minute, file, false},
		{"another version", from("u1", "10.0.0.1"), time.Minute, other, true},
		{"another object", from("u1", "10.0.0.1"), time.Minute, elsewhere, true},
		{"another account", from("u2", "10.0.0.1"), time.Minute, file, true},
		{"a stranger there", from("", "10.0.0.1"), time.Minute, file, true},
		{"the stranger again", from("", "10.0.0.1"), time.Minute, file, false},
		{"another stranger", from("", "10.0.0.2"), time.Minute, file, true},
		{"just within an hour", from("u1", "10.0.0.1"), time.Hour - time.Microsecond, file, false},
		{"after an hour", from("u1", "10.0.0.1"), time.Hour, file, true},
	} {
		if added := download(c.ctx, t, s, Epoch.Add(c.after), c.entry); added != c.added {
			t.Errorf("%s: added %v", c.name, added)
		}
	}
	wantChain(t, s, 8, 0)
	sameFromLog(t, s, from, other)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { download(from("u9", "10.0.0.9"), t, s, Epoch, file) })
	}
	wait.Wait()
	wantChain(t, s, 13, 0)
}

// sameFromLog records through a log, which caches its entries: u7 and a stranger twice each, in two
// hours that follow on each other.
func sameFromLog(t *testing.T, s *store.Store, from func(actorID, address string) context.Context, file audit.Entry) {
	at := Epoch
	log := audit.NewLog(s, func() time.Time { return at })
	for _, after := range []time.Duration{0, time.Second, time.Hour - time.Microsecond, time.Hour, 2*time.Hour - time.Microsecond} {
		at = Epoch.Add(after)
		must(t, log.RecordDownload(from("u7", "10.0.0.1"), file))
		must(t, log.RecordDownload(from("u7", "10.0.0.2"), file))
		must(t, log.RecordDownload(from("", "10.0.0.7"), file))
	}
	wantChain(t, s, 12, 0)
}

func download(ctx context.Context, t *testing.T, s *store.Store, at time.Time, entry audit.Entry) (added bool) {
	err := s.InAuditTx(ctx, func(tx audit.Tx) (err error) {
		added, err = audit.AppendDownload(ctx, tx, at, entry)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return added
}

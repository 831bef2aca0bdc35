package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// auditLog returns a log whose clock is fixed at Epoch.
func auditLog(s *store.Store) *audit.Log { return audit.NewLog(s, func() time.Time { return Epoch }) }

func enter(t *testing.T, s *store.Store, at time.Time, entries ...audit.Entry) {
	t.Helper()
	l := audit.NewLog(s, func() time.Time { return at })
	for _, e := range entries {
		must(t, l.Record(t.Context(), e))
	}
}

// wantChain verifies that the trail has this length and is unbroken, or is broken at an entry.
func wantChain(t *testing.T, s *store.Store, events, brokenAt int64) {
	t.Helper()
	r, err := auditLog(s).Verify(t.Context())
	must(t, err)
	if r.Events != events || r.BrokenAt != brokenAt {
		t.Errorf("trail: %d entries, broken at %d (%s); want %d and %d", r.Events, r.BrokenAt, r.Why, events, brokenAt)
	}
}

func testAuditRoundTrip(t *testing.T, s *store.Store) {
	ctx := audit.WithOrigin(t.Context(), audit.Origin{Actor: "Zoë", ActorID: "u1", Address: "2001:db8::1", RequestID: "r1"})
	wantChain(t, s, 0, 0)
	at := Epoch.Add(999*time.Nanosecond + time.Microsecond).In(time.FixedZone("", 3600))
	entry := audit.Entry{
		Action: audit.StatusChanged, Object: "upload", ObjectID: "d1", Refused: true,
		Detail: "'; DROP TABLE audit_events; -- <b>\"\\\u2028 100%_\x00\r\n\xff😀",
		Before: map[string]string{"status": "READY FOR REVIEW", "a\nb": "\x00"},
		After:  map[string]string{"status": "REVIEW REJECTED", "empty": "", "quoted": `{"a":"<\u00e9&>"}`},
	}
	must(t, audit.NewLog(s, func() time.Time { return at }).Record(ctx, entry))
	enter(t, s, Epoch, audit.Entry{Action: audit.SignIn, Actor: "eve"})

	events, total, err := s.AuditEvents(ctx, audit.Filter{})
	must(t, err)
	if len(events) != 2 || total != 2 {
		t.Fatalf("%d entries of %d, want 2 of 2", len(events), total)
	}
	want := audit.Event{
		Seq: 1, At: Epoch.Add(time.Microsecond), Actor: "Zoë", ActorID: "u1", Address: "2001:db8::1", RequestID: "r1",
		Action: audit.StatusChanged, Object: "upload", ObjectID: "d1", Refused: true,
		Detail: "'; DROP TABLE audit_events; -- <b>\"\\\\u{2028} 100%_␀␍␊\uFFFD😀",
		Before: map[string]string{"status": "READY FOR REVIEW", "a␊b": "␀"}, After: entry.After,
		PreviousHash: audit.Genesis, Hash: events[1].Hash,
	}
	if diff := cmp.Diff(want, events[1]); diff != "" {
		t.Errorf("first entry (-want +got):\n%s", diff)
	}
	if events[1].Hash != audit.HashOf(&want) {
		t.Error("what is read back does not have the hash that was written")
	}
	second := audit.Event{Seq: 2, At: Epoch, Actor: "eve", Action: audit.SignIn, PreviousHash: want.Hash, Hash: events[0].Hash}
	if diff := cmp.Diff(second, events[0]); diff != "" {
		t.Errorf("second entry (-want +got):\n%s", diff)
	}
	wantChain(t, s, 2, 0)
}

func testAuditLists(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i := range 10 {
		ctx := audit.WithOrigin(ctx, audit.Origin{Actor: numbered("user", i%2), Address: numbered("10.0.0.", i)})
		l := audit.NewLog(s, func() time.Time { return Epoch.Add(time.Duration(i) * time.Second) })
		action := audit.Downloaded
		if i == 3 {
			action = audit.Deleted
		}
		must(t, l.Record(ctx, audit.Entry{Action: action, Object: "upload", ObjectID: numbered("d", i%3), Detail: numbered("Größe 5%_", i)}))
	}
	for _, c := range []struct {
		name  string
		f     audit.Filter
		want  string // numbers, newest first
		total int64
	}{
		{"all", audit.Filter{}, "[10 9 8 7 6 5 4 3 2 1]", 10},
		{"a page", audit.Filter{Limit: 3}, "[10 9 8]", 10},
		{"the next page counts all", audit.Filter{Limit: 3, Before: 8}, "[7 6 5]", 10},
		{"uncounted", audit.Filter{Limit: 1, Uncounted: true}, "[10]", 0},
		{"actor", audit.Filter{Actor: "user001"}, "[10 8 6 4 2]", 5},
		{"no part of an actor", audit.Filter{Actor: "user"}, "[]", 0},
		{"action", audit.Filter{Action: "deleted"}, "[4]", 1},
		{"any of some actions", audit.Filter{Actions: []string{"deleted", "downloaded", "\x00"}, Before: 6}, "[5 4 3 2 1]", 10},
		{"one of some actions", audit.Filter{Actions: []string{"deleted", "sign-in"}}, "[4]", 1},
		{"object", audit.Filter{Object: "upload", ObjectID: "d002"}, "[9 6 3]", 3},
		{"time", audit.Filter{From: Epoch.Add(2 * time.Second), To: Epoch.Add(4 * time.Second)}, "[4 3]", 2},
		{"time to the nanosecond", audit.Filter{From: Epoch.Add(2*time.Second + 1), To: Epoch.Add(4*time.Second + 1)}, "[5 4]", 2},
		{"words", audit.Filter{Q: " GRÖSSE user000 "}, "[9 7 5 3 1]", 5},
		{"words are no patterns", audit.Filter{Q: "5%%"}, "[]", 0},
		{"address", audit.Filter{Q: "10.0.0.004"}, "[5]", 1},
		{"odd words", audit.Filter{Q: "\x00 \xff", Actor: "\x00"}, "[]", 0},
		{"several", audit.Filter{Actor: "user000", ObjectID: "d000", Q: "5%_", Before: 7}, "[1]", 2},
	} {
		auditFacets(t, s, c.f)
		events, total, err := s.AuditEvents(ctx, c.f)
		must(t, err)
		numbers := make([]int64, len(events))
		for i := range events {
			numbers[i] = events[i].Seq
		}
		if got := fmt.Sprint(numbers); got != c.want || total != c.total {
			t.Errorf("%s: %s of %d, want %s of %d", c.name, got, total, c.want, c.total)
		}
	}
}

func testAuditRollback(t *testing.T, s *store.Store) {
	ctx := t.Context()
	enter(t, s, Epoch, audit.Entry{Action: audit.SignIn})
	rolledBack(ctx, t, s, func(tx hermes.Tx) error {
		return audit.Append(ctx, tx, Epoch, audit.Entry{Action: audit.SignOut})
	})
	wantChain(t, s, 1, 0)
	// Several entries of one transaction follow each other.
	must(t, s.InAuditTx(ctx, func(tx audit.Tx) error {
		for range 3 {
			if err := audit.Append(ctx, tx, Epoch, audit.Entry{Action: audit.SignOut}); err != nil {
				return err
			}
		}
		return nil
	}))
	wantChain(t, s, 4, 0)
	// An entry that does not follow the newest is rejected.
	for _, seq := range []int64{4, 6, -1} {
		err := s.InAuditTx(ctx, func(tx audit.Tx) error {
			return tx.InsertAudit(ctx, &audit.Event{Seq: seq, At: Epoch, PreviousHash: audit.Genesis, Hash: "x"})
		})
		if err == nil {
			t.Errorf("entry %d after the fourth was taken", seq)
		}
	}
	wantChain(t, s, 4, 0)
}

// The statements that could change or delete a row of the trail.
func auditAttacks(s *store.Store) []string {
	attacks := []string{
		`UPDATE audit_events SET detail = 'x' WHERE seq = 2`,
		`UPDATE audit_events SET seq = 9 WHERE seq = 2`,
		`DELETE FROM audit_events WHERE seq = 2`,
		`DELETE FROM audit_events`,
		`INSERT INTO audit_events SELECT * FROM audit_events WHERE seq = 2 ON CONFLICT (seq) DO UPDATE SET detail = 'x'`,
	}
	if s.Engine() == store.SQLite {
		return append(attacks, `REPLACE INTO audit_events SELECT * FROM audit_events WHERE seq = 2`)
	}
	return append(attacks, `TRUNCATE audit_events`)
}

func testAuditOnlyGrows(t *testing.T, s *store.Store) {
	for range 3 {
		enter(t, s, Epoch, audit.Entry{Action: audit.SignIn, Actor: "a"})
	}
	for _, attack := range auditAttacks(s) {
		if err := s.Exec(t.Context(), attack); err == nil {
			t.Errorf("%s was done", attack)
		}
	}
	wantChain(t, s, 3, 0)
}

// unguard removes the protection of the trail, as a person with rights to the database could.
func unguard(t *testing.T, s *store.Store) {
	t.Helper()
	drops := []string{"DROP TRIGGER audit_events_no_change ON audit_events"}
	if s.Engine() == store.SQLite {
		drops = []string{"DROP TRIGGER audit_events_no_update", "DROP TRIGGER audit_events_no_delete", "DROP TRIGGER audit_events_no_replace"}
	}
	for _, drop := range drops {
		must(t, s.Exec(t.Context(), drop))
	}
}

// testAuditTampering changes the trail outside of the program, one way at a time, and restores it.
func testAuditTampering(t *testing.T, s *store.Store) {
	values := map[string]string{"status": "A", "note": "b"}
	for i := range 5 {
		enter(t, s, Epoch.Add(time.Duration(i)*time.Second), audit.Entry{
			Action: audit.StatusChanged, Object: "upload", ObjectID: "d1", Detail: "because", Before: values, After: values, Actor: "alice", ActorID: "u1",
		})
	}
	unguard(t, s)
	must(t, s.Exec(t.Context(), `CREATE TABLE kept AS SELECT * FROM audit_events`))
	must(t, s.Exec(t.Context(), `CREATE TABLE kept_head AS SELECT * FROM audit_head`))
	for _, c := range []struct {
		change   string
		events   int64
		brokenAt int64
	}{
		{`UPDATE audit_events SET seq = 9 WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET at_us = at_us + 1 WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET actor = 'bob' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET actor_id = 'u2' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET address = '::1' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET request_id = 'r' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET action = 'sign-in' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET object = 'meta' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET object_id = 'd2' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET refused = NOT refused WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET detail = '' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET before_values = '' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET before_values = '{"note":"b", "status":"A"}' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET after_values = 'no JSON' WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET previous_hash = hash WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET hash = previous_hash WHERE seq = 3`, 2, 3},
		{`UPDATE audit_events SET search_key = '' WHERE seq = 3`, 2, 3},
		{`DELETE FROM audit_events WHERE seq = 3`, 2, 3},
		{`DELETE FROM audit_events WHERE seq = 1`, 0, 1},
		{`DELETE FROM audit_events WHERE seq = 5`, 4, 5},
		{`DELETE FROM audit_events`, 0, 1},
		{`UPDATE audit_head SET seq = 4`, 3, 4},
		{`UPDATE audit_head SET seq = 4, hash = (SELECT hash FROM audit_events WHERE seq = 4)`, 5, 5},
		{`UPDATE audit_head SET hash = 'x'`, 4, 5},
	} {
		must(t, s.Exec(t.Context(), c.change))
		r, err := auditLog(s).Verify(t.Context())
		must(t, err)
		if r.Events != c.events || r.BrokenAt != c.brokenAt || r.Why == "" {
			t.Errorf("%s: %d entries, broken at %d (%s); want %d and %d", c.change, r.Events, r.BrokenAt, r.Why, c.events, c.brokenAt)
		}
		for _, undo := range []string{
			`DELETE FROM audit_events`, `INSERT INTO audit_events SELECT * FROM kept`,
			`DELETE FROM audit_head`, `INSERT INTO audit_head SELECT * FROM kept_head`,
		} {
			must(t, s.Exec(t.Context(), undo))
		}
		wantChain(t, s, 5, 0)
	}
	must(t, s.Exec(t.Context(), `DELETE FROM audit_head`))
	_, err := auditLog(s).Verify(t.Context())
	wantKind(t, err, errs.NotFound)
}

// testAuditConcurrent appends concurrently: from transactions that do nothing else, and from those
// that changed other rows before.
func testAuditConcurrent(t *testing.T, s *store.Store) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	AddUser(t, s, "u1")
	enqueue(t, s, NewJob("j1"))
	const writers, rounds = 50, 4
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			ctx := audit.WithOrigin(ctx, audit.Origin{Actor: numbered("user", w)})
			for range rounds {
				if err := auditLog(s).Record(ctx, audit.Entry{Action: audit.Downloaded}); err != nil {
					t.Error(err)
				}
			}
			err := s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
				j, err := tx.Job(ctx, "j1")
				if err != nil {
					return err
				}
				j.Done++
				if err := tx.UpdateJob(ctx, j); err != nil {
					return err
				}
				return audit.Append(ctx, tx, Epoch, audit.Entry{Action: audit.Cancelled})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	wantChain(t, s, writers*(rounds+1), 0)
	j, err := s.Job(ctx, "j1")
	must(t, err)
	if j.Done != writers {
		t.Errorf("counter beside the trail = %d, want %d", j.Done, writers)
	}
	for w := range writers {
		_, total, err := s.AuditEvents(ctx, audit.Filter{Actor: numbered("user", w), Limit: 1})
		must(t, err)
		if total != rounds+1 {
			t.Errorf("writer %d: %d entries, want %d", w, total, rounds+1)
		}
	}
}

package audit

import (
	"cohortium/internal/platform/listing"
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// slice is a trail in memory, as the chain's rules only need order from a store. Databases are
// tested in internal/adapter/store/storetest.
type slice struct {
	events []Event
	noted  head
}

func newSlice() *slice { return &slice{noted: head{hash: Genesis}} }

func (s *slice) InAuditTx(_ context.Context, fn func(Tx) error) error { return fn(s) }

func (s *slice) LastAudit(context.Context) (int64, string, error) {
	return s.noted.seq, s.noted.hash, nil
}

func (s *slice) InsertAudit(_ context.Context, e *Event) error {
	s.events = append(s.events, *e)
	s.noted = head{e.Seq, e.Hash}
	return nil
}

func (s *slice) HasAudit(_ context.Context, e *Event, from time.Time) (bool, error) {
	return slices.ContainsFunc(s.events, func(was Event) bool {
		return was.Object == e.Object && was.ObjectID == e.ObjectID && was.Action == e.Action && was.Detail == e.Detail &&
			was.ActorID == e.ActorID && (was.ActorID != "" || was.Address == e.Address) && !was.At.Before(from)
	}), nil
}

func (s *slice) AuditEvents(_ context.Context, f Filter) ([]Event, int64, error) {
	var page []Event
	for _, e := range slices.Backward(s.events) {
		if (f.Before == 0 || e.Seq < f.Before) && len(page) < f.Limit {
			page = append(page, e)
		}
	}
	if f.Uncounted {
		return page, 0, nil
	}
	return page, int64(len(s.events)), nil
}

func (s *slice) AuditFacets(context.Context, Filter) (listing.Facets, error) { return nil, nil }

func (s *slice) WalkAudit(_ context.Context, from int64, fn func(*Event) error) error {
	sorted := slices.SortedStableFunc(slices.Values(s.events), func(a, b Event) int { return int(a.Seq - b.Seq) })
	for i := range sorted {
		if sorted[i].Seq < from {
			continue
		}
		if err := fn(&sorted[i]); err != nil {
			return err
		}
	}
	return nil
}

func clone(e Event) Event {
	e.Before, e.After = maps.Clone(e.Before), maps.Clone(e.After)
	return e
}

func verify(t interface{ Fatal(...any) }, s *slice) Report {
	r, err := NewLog(s, time.Now).Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func drawTrail(t *rapid.T) *slice {
	s := newSlice()
	for range rapid.IntRange(1, 8).Draw(t, "entries") {
		e := drawEvent(t)
		ctx := WithOrigin(context.Background(), Origin{Actor: e.Actor, ActorID: e.ActorID, Address: e.Address, RequestID: e.RequestID})
		err := Append(ctx, s, e.At, Entry{
			Action: e.Action, Object: e.Object, ObjectID: e.ObjectID, Refused: e.Refused, Detail: e.Detail, Before: e.Before, After: e.After,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// changes returns all the ways to change one field of an event.
func changes() map[string]func(e *Event, text string) {
	put := func(m map[string]string, text string) map[string]string {
		m = maps.Clone(m)
		if m == nil {
			m = make(map[string]string)
		}
		m["k"+text] = text
		return m
	}
	return map[string]func(*Event, string){
		"seq":           func(e *Event, _ string) { e.Seq += 100 },
		"at":            func(e *Event, _ string) { e.At = e.At.Add(time.Microsecond) },
		"actor":         func(e *Event, x string) { e.Actor += x },
		"actor id":      func(e *Event, x string) { e.ActorID += x },
		"address":       func(e *Event, x string) { e.Address += x },
		"request id":    func(e *Event, x string) { e.RequestID += x },
		"action":        func(e *Event, x string) { e.Action += Action(x) },
		"object":        func(e *Event, x string) { e.Object += x },
		"object id":     func(e *Event, x string) { e.ObjectID += x },
		"refused":       func(e *Event, _ string) { e.Refused = !e.Refused },
		"detail":        func(e *Event, x string) { e.Detail += x },
		"before":        func(e *Event, x string) { e.Before = put(e.Before, x) },
		"after":         func(e *Event, x string) { e.After = put(e.After, x) },
		"previous hash": func(e *Event, x string) { e.PreviousHash += x },
		"hash":          func(e *Event, x string) { e.Hash += x },
		"damage":        func(e *Event, _ string) { e.Damage = "It is damaged." },
		"text that moves to its neighbour": func(e *Event, x string) {
			e.Actor, e.ActorID = e.Actor+x+e.ActorID, ""
			e.Address = x
		},
		"values that change sides": func(e *Event, x string) { e.Before, e.After = put(e.After, x), e.Before },
	}
}

func TestAnyTrailIsUnbroken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawTrail(t)
		n := int64(len(s.events))
		if r := verify(t, s); r != (Report{Events: n, Head: s.events[n-1].Hash}) {
			t.Errorf("%+v, want %d entries, unbroken", r, n)
		}
	})
}

func TestAnyChangeIsFoundWhereItIs(t *testing.T) {
	for name, change := range changes() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := drawTrail(t)
				at := rapid.IntRange(0, len(s.events)-1).Draw(t, "at")
				e := clone(s.events[at])
				change(&e, rapid.StringN(1, -1, -1).Draw(t, "text"))
				s.events[at] = e
				if r := verify(t, s); r.BrokenAt != int64(at)+1 || r.Events != int64(at) || r.Why == "" {
					t.Errorf("%+v, want it broken at %d", r, at+1)
				}
			})
		})
	}
}

func TestRemovedAndReplacedEntriesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawTrail(t)
		at := rapid.IntRange(0, len(s.events)-1).Draw(t, "at")
		whole := slices.Clone(s.events)

		s.events = slices.Delete(slices.Clone(whole), at, at+1)
		if r := verify(t, s); r.BrokenAt != int64(at)+1 {
			t.Errorf("without entry %d: %+v", at+1, r)
		}
		s.events = whole[:at]
		if r := verify(t, s); r.BrokenAt != int64(at)+1 {
			t.Errorf("without entry %d and those after it: %+v", at+1, r)
		}
		// A change that is hashed again shows at the next entry, and at the last by the note.
		s.events = slices.Clone(whole)
		s.events[at].Detail += "x"
		s.events[at].Hash = HashOf(&s.events[at])
		if r, want := verify(t, s), min(int64(at)+2, int64(len(whole))); r.BrokenAt != want {
			t.Errorf("entry %d with a hash of its own: %+v, want it broken at %d", at+1, r, want)
		}
	})
}

func TestNoteOfTheNewest(t *testing.T) {
	for _, c := range []struct {
		name  string
		noted func(h head) head
		want  int64
	}{
		{"is further", func(h head) head { return head{h.seq + 1, h.hash} }, 3},
		{"is behind", func(h head) head { return head{0, Genesis} }, 1},
		{"has another hash", func(h head) head { return head{h.seq, Genesis} }, 2},
	} {
		s := newSlice()
		for range 2 {
			if err := Append(t.Context(), s, time.Now(), Entry{Action: SignIn}); err != nil {
				t.Fatal(err)
			}
		}
		s.noted = c.noted(s.noted)
		if r := verify(t, s); r.BrokenAt != c.want {
			t.Errorf("it %s: %+v, want it broken at %d", c.name, r, c.want)
		}
	}
	if r := verify(t, newSlice()); r != (Report{Head: Genesis}) {
		t.Errorf("an empty trail: %+v", r)
	}
	if r := verify(t, &slice{noted: head{hash: "x"}}); r.BrokenAt != 1 {
		t.Errorf("an empty trail with a note of something: %+v", r)
	}
}

// growing appends an entry whenever the newest one is requested.
type growing struct{ *slice }

func (g growing) InAuditTx(ctx context.Context, fn func(Tx) error) error {
	defer func() { _ = Append(ctx, g.slice, time.Now(), Entry{Action: Downloaded}) }()
	return fn(g.slice)
}

func TestVerifyWhileOthersAppend(t *testing.T) {
	g := growing{newSlice()}
	for want := range int64(5) {
		r, err := NewLog(g, time.Now).Verify(t.Context())
		if err != nil || r.BrokenAt != 0 || r.Events != 2*want+1 {
			t.Fatalf("%+v, %v; want %d entries, unbroken", r, err, 2*want+1)
		}
	}
}

package record_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// notebook is a transaction that keeps recorded events.
type notebook struct {
	object, id string
	entries    []record.Entry
	trail      []audit.Event
	fails      error
}

func (n *notebook) AddHistory(_ context.Context, object, id string, e record.Entry) error {
	n.object, n.id, n.entries = object, id, append(n.entries, e)
	return n.fails
}

func (n *notebook) LastAudit(context.Context) (seq int64, hash string, err error) {
	return 0, "", nil
}

func (n *notebook) InsertAudit(_ context.Context, e *audit.Event) error {
	n.trail = append(n.trail, *e)
	return nil
}

func (n *notebook) HasAudit(context.Context, *audit.Event, time.Time) (bool, error) {
	return false, nil
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func TestEventsAreRecordedTwice(t *testing.T) {
	changes := []record.Change{{Key: "study_id", Field: "Study", Before: "A", After: "B"}}
	was, is := map[string]string{"name": "a"}, map[string]string{"name": "b"}
	for name, c := range map[string]struct {
		h          record.Event
		entry      record.Entry
		before, is map[string]string
	}{
		"fields that people see": {
			record.Event{Object: "thing", ObjectID: "t1", By: "ann", Action: "edited", Detail: "Study", Kind: audit.Changed, Changes: changes},
			record.Entry{At: noon, By: "ann", Action: "edited", Detail: "Study", Changes: changes},
			map[string]string{"study_id": "A"}, map[string]string{"study_id": "B"},
		},
		"values for the trail only": {
			record.Event{Object: "thing", ObjectID: "t1", By: "ann", Action: "edited", Kind: audit.Changed, Before: was, After: is},
			record.Entry{At: noon, By: "ann", Action: "edited"},
			was, is,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var n notebook
			if err := record.Note(t.Context(), &n, noon, c.h, "because"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]record.Entry{c.entry}, n.entries); diff != "" || n.object != "thing" || n.id != "t1" {
				t.Errorf("history of %s %s (-want +got):\n%s", n.object, n.id, diff)
			}
			e := n.trail[0]
			if len(n.trail) != 1 || e.Detail != "because" || e.Object != "thing" || e.ObjectID != "t1" || e.Action != audit.Changed || e.Actor != "ann" {
				t.Errorf("trail: %+v", n.trail)
			}
			if diff := cmp.Diff([]map[string]string{c.before, c.is}, []map[string]string{e.Before, e.After}); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
	broken := notebook{fails: errors.New("full")}
	if err := record.Note(t.Context(), &broken, noon, record.Event{}, ""); err == nil || len(broken.trail) != 0 {
		t.Errorf("a history that cannot be written: %v, %d in the trail", err, len(broken.trail))
	}
}

func TestDiffering(t *testing.T) {
	was, is := record.Differing(map[string]string{"same": "1", "gone": "2", "other": "3"}, map[string]string{"same": "1", "new": "4", "other": "5"})
	if diff := cmp.Diff(map[string]string{"gone": "2", "other": "3"}, was); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"new": "4", "other": "5"}, is); diff != "" {
		t.Error(diff)
	}
	h := record.Event{Before: was}
	if got := h.From("open", "closed"); got.Before["status"] != "open" || got.Before["gone"] != "2" || got.After["status"] != "closed" || len(was) != 2 {
		t.Errorf("%+v of %v", got, was)
	}
}

type view struct{ Name string }

func TestConflictsReturnTheCurrentVersion(t *testing.T) {
	err := fmt.Errorf("thing.Update: %w", record.Conflict(&view{"now"}, "%s was faster.", "Bob"))
	var conflict *record.ConflictError[view]
	if !errors.As(err, &conflict) || conflict.Current.Name != "now" || !record.IsChanged(err) || !errs.Is(err, errs.Conflict) ||
		conflict.Error() != "Bob was faster." {
		t.Errorf("%v, %+v", err, conflict)
	}
	if record.IsChanged(errs.New(errs.Conflict, "name_taken", "x")) || record.IsChanged(errs.New(errs.Rule, "changed", "x")) || record.IsChanged(nil) {
		t.Error("another error is taken for a conflict of versions")
	}
}

func TestAdmitted(t *testing.T) {
	ann, bob := record.Person{ID: "1", UserName: "ann"}, record.Person{ID: "2", UserName: "bob"}
	for id, want := range map[string]record.Access{"1": record.Owner, "2": record.CoOwner, "3": record.Stranger} {
		if got := record.AccessOf(id, ann, []record.Person{bob, ann}); got != want {
			t.Errorf("%s stands as %d, want %d", id, got, want)
		}
	}
	stranger := func(string) record.Access { return record.Stranger }
	_, _, absent := record.Admitted("", errs.Missing("row"), "thing", stranger)
	_, _, hidden := record.Admitted("secret", nil, "thing", stranger)
	var a, b *errs.Error
	if !errors.As(absent, &a) || !errors.As(hidden, &b) || a.Detail != b.Detail || a.Code != b.Code || a.Kind != errs.NotFound {
		t.Errorf("what is absent can be told from what is another's: %v, %v", absent, hidden)
	}
	if _, _, err := record.Admitted("", errs.New(errs.Unavailable, "x", "x"), "thing", stranger); !errs.Is(err, errs.Unavailable) {
		t.Error(err)
	}
	if got, s, err := record.Admitted(
		"mine",
		nil,
		"thing",
		func(string) record.Access { return record.Reader },
	); got != "mine" || s != record.Reader ||
		err != nil {
		t.Errorf("%q, %d, %v", got, s, err)
	}
}

// people are accounts by name.
type people map[string]*auth.User

func (p people) UserByName(_ context.Context, name string) (*auth.User, error) {
	if name == "down" {
		return nil, errs.New(errs.Unavailable, "down", "x")
	}
	if u := p[name]; u != nil {
		return u, nil
	}
	return nil, errs.Missing("user")
}

func TestFinder(t *testing.T) {
	f := record.Finder{
		Accounts: people{
			"ann": {ID: "1", UserName: "ann", IsActive: true}, "bob": {ID: "2", UserName: "bob", IsActive: true},
			"off": {ID: "3", UserName: "off"}, "eve": {ID: "4", UserName: "eve", IsActive: true},
		},
		Works: func(id *auth.Identity) bool { return id.User.UserName != "eve" }, With: "things",
		Known: []record.Person{{ID: "9", UserName: "old"}}, Most: 3, TooMany: "Too many.",
	}
	for name, c := range map[string]struct {
		owner  string
		others []string
		want   string // owner: others
		field  string
	}{
		"each once, by name":    {"ann", []string{" old ", "bob", "ann"}, "ann: bob old", ""},
		"twice":                 {"ann", []string{"bob", "bob"}, "ann: bob", ""},
		"nobody":                {"ann", nil, "ann: ", ""},
		"unknown owner":         {"zoe", nil, "", "owner"},
		"no owner":              {" ", nil, "", "owner"},
		"disabled":              {"ann", []string{"off"}, "", "co_owners"},
		"works elsewhere":       {"eve", nil, "", "owner"},
		"more than are allowed": {"ann", []string{"a", "b", "c", "d"}, "", "co_owners"},
	} {
		owner, others, err := f.OwnerAndOthers(t.Context(), c.owner, c.others)
		var known *errs.Error
		switch {
		case c.field == "":
			if got := owner.UserName + ": " + strings.Join(record.Names(others), " "); err != nil || got != c.want {
				t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
			}
		case !errors.As(err, &known) || known.Kind != errs.Rule || len(known.Fields) != 1 || known.Fields[0].Field != c.field:
			t.Errorf("%s: %v, want a fault of %s", name, err, c.field)
		}
	}
	if _, err := f.Person(t.Context(), "owner", "down"); !errs.Is(err, errs.Unavailable) {
		t.Errorf("accounts that do not answer: %v", err)
	}
	if _, err := f.Person(t.Context(), "owner", strings.Repeat("x", 101)); err == nil || !strings.Contains(err.Error(), strings.Repeat("x", 100)+"…”") {
		t.Errorf("a long name: %v", err)
	}
	alone := record.Finder{Known: f.Known, With: "things"}
	if p, err := alone.Person(t.Context(), "owner", "old"); err != nil || p.ID != "9" {
		t.Errorf("known people without accounts: %+v, %v", p, err)
	}
	if _, err := alone.Person(t.Context(), "owner", "ann"); !errs.Is(err, errs.Rule) {
		t.Errorf("others without accounts: %v", err)
	}
}

func TestChangesAndOwners(t *testing.T) {
	ann, bob := record.Person{ID: "1", UserName: "ann"}, record.Person{ID: "2", UserName: "bob"}
	got := record.Changes(record.Owners(ann, nil), record.Owners(ann, []record.Person{bob}))
	if diff := cmp.Diff([]record.Change{{Key: "co_owners", Field: "Co-owners", After: "bob"}}, got); diff != "" {
		t.Error(diff)
	}
	if l := record.Labels(slices.Repeat(got, 2)); l != "Co-owners, Co-owners" {
		t.Error(l)
	}
}

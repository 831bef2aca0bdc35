package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// inPageTables runs fn in a transaction of tables that must succeed.
func inPageTables(t *testing.T, s *store.Store, fn func(context.Context, pagetable.Tx) error) {
	t.Helper()
	must(t, s.PageTables().InTx(t.Context(), func(tx pagetable.Tx) error { return fn(t.Context(), tx) }))
}

// newPageTable creates a table that is being made.
func newPageTable(t *testing.T, s *store.Store, id, owner string, change func(*pagetable.Table)) *pagetable.Table {
	t.Helper()
	header := false
	x := &pagetable.Table{
		ID: id, Name: "Täble 100% of " + id, Area: auth.AreaHermes, Owner: record.Person{ID: owner, UserName: owner},
		Source: pagetable.Source{Kind: pagetable.FromDataset, ID: "d1", FileID: "f1"}, SourceTag: "tag", SourceBytes: 7,
		Layout: pagedata.Layout{Delimiter: "semicolon", Header: &header, Types: map[string]pagedata.Type{"a\"b": pagedata.Number},
			Roles: map[string]pagedata.Role{"p": pagedata.P}, Build: "GRCh38"},
		State: pagetable.Building, JobID: "job of " + id, CreatedAt: Epoch,
	}
	if change != nil {
		change(x)
	}
	inPageTables(t, s, func(ctx context.Context, tx pagetable.Tx) error { return tx.CreateTable(ctx, x) })
	return x
}

func testPageTables(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.PageTables()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	x := newPageTable(t, s, "t1", "u1", nil)
	got, err := g.Table(ctx, "t1")
	must(t, err)
	if diff := cmp.Diff(x, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	at, five, low := Epoch.Add(time.Minute), 5, -1e-300
	x.Name, x.SourceTag, x.SourceBytes, x.State, x.Error, x.Attempt, x.FinishedAt = "other.csv", "sum", 8, pagetable.Ready, "“quoted”", "lease", &at
	x.Bytes, x.DataBytes, x.DataTag = 1<<40, 1<<39, "sha"
	x.Made = &pagedata.Summary{Rows: 1 << 40, RowGroups: 3, Build: "GRCh37", Findings: []string{"ñ"}, Overview: true, Columns: []pagedata.Column{
		{
			ID:              "a",
			Source:          "Ä \u0000",
			Type:            pagedata.Text,
			Role:            pagedata.Gene,
			Missing:         2,
			Unreadable:      1,
			FirstUnreadable: "x",
			Distinct:        &five,
			Min:             &low,
			Max:             &low,
			First:           []string{"<b>", "\u0000"},
			NegLog10:        "b",
		},
	}}
	inPageTables(t, s, func(ctx context.Context, tx pagetable.Tx) error {
		locked, err := tx.Table(ctx, "t1")
		if err != nil || locked.State != pagetable.Building || locked.Made != nil || locked.FinishedAt != nil {
			t.Errorf("inside of the transaction: %+v, %v", locked, err)
		}
		return tx.UpdateTable(ctx, x)
	})
	got, err = g.Table(ctx, "t1")
	must(t, err)
	if diff := cmp.Diff(x, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	newPageTable(t, s, "t2", "u1", func(x *pagetable.Table) { x.Bytes, x.State = 3, pagetable.Failed })
	for owner, want := range map[string]pagetable.Usage{"u1": {Tables: 2, Bytes: 1<<40 + 3}, "u2": {}} {
		usage, err := g.Usage(ctx, owner)
		must(t, err)
		if usage != want {
			t.Errorf("%s has %+v, want %+v", owner, usage, want)
		}
	}
	inPageTables(t, s, func(ctx context.Context, tx pagetable.Tx) error { return tx.DeleteTable(ctx, "t1") })
	_, err = g.Table(ctx, "t1")
	wantKind(t, err, errs.NotFound)
	absent := *x
	absent.ID = "absent"
	wantKind(t, g.InTx(ctx, func(tx pagetable.Tx) error { return tx.UpdateTable(ctx, &absent) }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx pagetable.Tx) error { return tx.DeleteTable(ctx, "absent") }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx pagetable.Tx) error { _, err := tx.Table(ctx, "absent"); return err }), errs.NotFound)
}

func testPageTableLists(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.PageTables()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i := range 7 {
		newPageTable(t, s, fmt.Sprintf("t%d", i), map[bool]string{true: "u1", false: "u2"}[i != 3], func(x *pagetable.Table) {
			x.CreatedAt = Epoch.Add(time.Duration(i/2) * time.Hour) // two at once
			if i != 4 {
				x.State = pagetable.Ready
			}
		})
	}
	var seen []string
	f := pagetable.Filter{OwnerID: "u1", Limit: 2}
	for {
		page, total, err := g.Tables(ctx, f)
		must(t, err)
		if total != 6 {
			t.Errorf("%d in all", total)
		}
		for _, x := range page {
			seen = append(seen, x.ID)
			f.After = listing.Place{Key: x.CreatedAt.Format(time.RFC3339Nano), ID: x.ID}
		}
		if len(page) < 2 {
			break
		}
		if len(seen) > 10 {
			t.Fatal("the list has no end")
		}
	}
	if want := []string{"t6", "t5", "t4", "t2", "t1", "t0"}; !slices.Equal(seen, want) {
		t.Errorf("listed %q, want %q", seen, want)
	}
	for _, c := range []struct {
		before time.Time
		after  string
		limit  int
		want   []string
	}{
		{Epoch, "", 10, nil}, {Epoch.Add(time.Second), "", 10, []string{"t0", "t1"}},
		{Epoch.Add(3 * time.Hour), "t0", 3, []string{"t1", "t2", "t3"}}, {Epoch.Add(3 * time.Hour), "t3", 3, []string{"t5"}}, // t4 is being made
	} {
		ids, err := g.Older(ctx, c.before, c.after, c.limit)
		must(t, err)
		if !slices.Equal(ids, c.want) {
			t.Errorf("made before %s, behind %q: %q, want %q", c.before, c.after, ids, c.want)
		}
	}
}

package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/consortium"
	"cohortium/internal/platform/errs"
)

// testConsortium: the newest version of the profile is read; a number is given once.
func testConsortium(t *testing.T, s *store.Store) {
	ctx, c := t.Context(), s.Consortium()
	read := func(want *consortium.Stored) {
		t.Helper()
		got, err := c.Profile(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		version, err := c.ProfileVersion(ctx)
		must(t, err)
		if version != want.Version {
			t.Errorf("version %d, want %d", version, want.Version)
		}
	}
	read(&consortium.Stored{})
	add := func(p *consortium.Stored) error {
		return c.InTx(ctx, func(tx consortium.Tx) error { return tx.AddProfile(ctx, p) })
	}
	first := &consortium.Stored{Version: 1, SetAt: Epoch, SetBy: "ada", Profile: consortium.Standard()}
	first.Logo = &consortium.Logo{PNG: []byte{0, 255, '\n'}}
	must(t, add(first))
	read(first)
	second := &consortium.Stored{Version: 2, SetAt: Epoch, SetBy: "ben", Profile: consortium.Profile{Name: "“Herz”\n<b>"}}
	must(t, add(second))
	read(second)
	if err := add(second); !errs.Is(err, errs.Conflict) {
		t.Errorf("the same number twice: %v", err)
	}
	must(t, c.InTx(ctx, func(tx consortium.Tx) error {
		got, err := tx.Profile(ctx)
		if diff := cmp.Diff(second, got); diff != "" {
			t.Error(diff)
		}
		return err
	}))
}

package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// SetRules stores the next version of the consortium's rules.
func SetRules(t testing.TB, s *store.Store, r rule.Rules) {
	t.Helper()
	must(t, s.Rule().InTx(t.Context(), func(tx rule.Tx) error {
		now, err := tx.Rules(t.Context())
		if err != nil {
			return err
		}
		return tx.AddRules(t.Context(), &rule.Stored{Rules: r, Version: now.Version + 1, SetAt: Epoch, SetBy: "ada"})
	}))
}

// testRules: every area reads the newest version, inside and outside of transactions.
func testRules(t *testing.T, s *store.Store) {
	ctx := t.Context()
	read := func(want *rule.Stored) {
		t.Helper()
		for name, from := range map[string]rule.Reads{"rule": s.Rule(), "hermes": s.Hermes(), "sgc": s.SGC()} {
			got, err := from.Rules(ctx)
			must(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		must(t, s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
			got, err := tx.Rules(ctx)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			return err
		}))
	}
	read(&rule.Stored{Rules: rule.Rules{TargetBuild: "hg19", MinCell: 5}})
	SetRules(t, s, rule.Rules{TargetBuild: "grch38", MinCell: 1})
	SetRules(t, s, rule.Rules{TargetBuild: "grch38", MinCell: 11})
	second := &rule.Stored{Rules: rule.Rules{TargetBuild: "grch38", MinCell: 11}, Version: 2, SetAt: Epoch, SetBy: "ada"}
	read(second)
	all, err := s.Rule().AllRules(ctx)
	must(t, err)
	if len(all) != 2 || all[0].Version != 2 || all[1].MinCell != 1 {
		t.Errorf("all versions: %+v", all)
	}
	if err := s.Rule().InTx(ctx, func(tx rule.Tx) error { return tx.AddRules(ctx, second) }); !errs.Is(err, errs.Conflict) {
		t.Errorf("the same number twice: %v", err)
	}
}

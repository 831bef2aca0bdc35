package app

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/rule"
)

// begin starts a process with rules as far as it stores or refuses them.
func begin(t *testing.T, s config.Settings, build string, minCell int64) error {
	t.Helper()
	s.TargetBuild = build
	if minCell != 0 {
		s.SGCMinCell = &minCell
	}
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	return k.prepareAreas(t.Context(), s.Work)
}

// Flags give the rules of a new database only; a process that was started with others does not start
// and says which, both values and what to do.
func TestAProcessWithOtherRulesIsRefused(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, s config.Settings) {
		must(t, begin(t, s, "grch38", 0))
		must(t, begin(t, s, "", 0))
		must(t, begin(t, s, "grch38", 5))
		for _, c := range []struct {
			build   string
			minCell int64
			want    []string
		}{
			{"hg19", 0, []string{"--target-build (or COHORTIUM_TARGET_BUILD) is hg19, but the rule in the database is grch38"}},
			{"", 6, []string{"--sgc-min-cell (or COHORTIUM_SGC_MIN_CELL) is 6, but the rule in the database is 5"}},
			{"hg19", 4, []string{"--target-build", "is 4, but the rule in the database is 5"}},
		} {
			err := begin(t, s, c.build, c.minCell)
			if err == nil {
				t.Errorf("%+v started", c)
				continue
			}
			if exit := new(console.ExitError); !errors.As(err, &exit) || exit.Status != console.ExitUsage {
				t.Errorf("%+v ends with %v", c, err)
			}
			for _, want := range append(c.want, "set by system", "Remove the setting", "/admin/rules") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%+v: %q does not say %q", c, err, want)
				}
			}
		}
		k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
		must(t, err)
		defer func() { must(t, k.Close()) }()
		if got, err := k.rules.Rules(t.Context()); err != nil || got != (rule.Rules{TargetBuild: "grch38", MinCell: 5}) {
			t.Errorf("refused processes changed the rules: %+v, %v", got, err)
		}
	})
}

// Of two processes that start a new database with different rules, one is refused.
func TestTwoProcessesBeginWithOtherRules(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, s config.Settings) {
		builds := config.TargetBuilds()
		started := make([]error, len(builds))
		var group sync.WaitGroup
		k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
		must(t, err)
		defer func() { must(t, k.Close()) }()
		for i, build := range builds {
			group.Go(func() { started[i] = k.rules.Begin(t.Context(), rule.Given{TargetBuild: build}) })
		}
		group.Wait()
		if (started[0] == nil) == (started[1] == nil) {
			t.Errorf("both or neither started: %v, %v", started[0], started[1])
		}
	})
}

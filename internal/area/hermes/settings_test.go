package hermes_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestThresholdsOfTheConsortiumJudgeTheNextRun(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		admin := auth.NewIdentity(&auth.User{ID: "admin", UserName: "admin", Roles: []string{auth.RoleAdmin}}, nil)
		now, err := b.ConsortiumSettings(ctx, admin)
		must(t, err)
		choose := func(chosen ...hermes.ChosenThreshold) error {
			in := now.Settings
			in.QC.Thresholds = chosen
			_, err := b.SetConsortiumSettings(ctx, admin, now.Version, in)
			return err
		}
		for name, c := range map[string]struct {
			chosen hermes.ChosenThreshold
			at     string
		}{
			"one that is not there":        {hermes.ChosenThreshold{Key: "colour", Value: 1, Reason: "why"}, "thresholds.colour"},
			"one that each run has itself": {hermes.ChosenThreshold{Key: "frequency_difference", Value: 0.1, Reason: "why"}, "thresholds.frequency_difference"},
			"beyond its bounds":            {hermes.ChosenThreshold{Key: "lambda_above", Value: 0.99, Reason: "why"}, "thresholds.lambda_above"},
			"without a reason":             {hermes.ChosenThreshold{Key: "lambda_above", Value: 1.2, Reason: " "}, "thresholds.lambda_above"},
		} {
			if at := refusedAt(choose(c.chosen)); !slices.Equal(at, []string{c.at}) {
				t.Errorf("%s: refused at %v", name, at)
			}
		}
		must(t, choose(hermes.ChosenThreshold{Key: "lambda_above", Value: 1.25, Reason: "Our trait is polygenic."}))
		set, err := b.ConsortiumSettings(ctx, admin)
		must(t, err)
		if detail, want := set.History[0].Detail, "Inflation, “A larger λ is warned of”: 1.1 → 1.25 (Our trait is polygenic.)"; detail != want {
			t.Errorf("history: %q, want %q", detail, want)
		}
		u := b.run(t, b.register(t, "One", 1))
		run, err := b.Run(ctx, b.uploader, u.ID, u.RunID)
		must(t, err)
		var report struct {
			Thresholds []struct {
				Key   string  `json:"key"`
				Value float64 `json:"value"`
			} `json:"thresholds"`
		}
		must(t, json.Unmarshal(run.Report, &report))
		used := map[string]float64{}
		for _, t := range report.Thresholds {
			used[t.Key] = t.Value
		}
		if used["lambda_above"] != 1.25 || used["lambda_below"] != 0.95 {
			t.Errorf("judged by λ above %v and below %v", used["lambda_above"], used["lambda_below"])
		}
		again, err := b.rerun(t, u.ID, hermes.PanelNone)
		must(t, err)
		if again.Run.Settings.Thresholds["lambda_above"] != 1.25 {
			t.Errorf("another run: %v", again.Run.Settings.Thresholds)
		}
	})
}

func TestSettingsHoldFromThenOn(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		admin := auth.NewIdentity(&auth.User{ID: "admin", UserName: "admin", Roles: []string{auth.RoleAdmin}}, nil)
		before := b.run(t, b.register(t, "One", 1))
		now, err := b.ConsortiumSettings(ctx, b.uploader)
		must(t, err)
		if now.Version != 0 || now.MayChange || now.Reviewers != 1 {
			t.Errorf("as the program begins: %+v", now)
		}
		in := now.Settings
		in.QC.Defaults.FD, in.QC.Reason, in.Checklist = 0.15, "Isolated populations are handled apart.", []string{" N  agrees "}
		set, err := b.SetConsortiumSettings(ctx, admin, 0, in)
		must(t, err)
		if set.Version != 1 || set.Checklist[0] != "N agrees" || !strings.Contains(set.History[0].Detail, "0.2 → 0.15") {
			t.Errorf("set: %+v", set)
		}
		after := b.run(t, b.register(t, "Two", 2))
		if before.Run.Settings.FD != 0.2 || after.Run.Settings.FD != 0.15 {
			t.Errorf("runs before and after: %v, %v", before.Run.Settings.FD, after.Run.Settings.FD)
		}
		if _, err := b.SetConsortiumSettings(ctx, admin, 0, in); !errs.Is(err, errs.Conflict) {
			t.Errorf("an old version: %v", err)
		}
		same, err := b.SetConsortiumSettings(ctx, admin, 1, set.Settings)
		must(t, err)
		if same.Version != 1 {
			t.Errorf("nothing changed, and it is version %d", same.Version)
		}
		in.Reviewers, in.Checklist = 3, []string{"a", "", "a"}
		_, err = b.SetConsortiumSettings(ctx, admin, 1, in)
		if diff := cmp.Diff([]string{"reviewers", "checklist.1", "checklist.2"}, refusedAt(err)); diff != "" {
			t.Errorf("refused at (-want +got):\n%s", diff)
		}
	})
}

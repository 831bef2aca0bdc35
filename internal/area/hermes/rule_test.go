package hermes_test

import (
	"encoding/json"
	"strings"
	"testing"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// A run has the target build of the time when it was started: a change in the database applies to
// every process from the next run on, and to none before.
func TestARunKeepsTheTargetBuildOfItsTime(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		builtOn := func(u *hermes.UploadView) genome.Build {
			t.Helper()
			run, err := b.Run(ctx, b.uploader, u.ID, u.RunID)
			must(t, err)
			var report struct{ Build genome.Build }
			must(t, json.Unmarshal(run.Report, &report))
			return report.Build
		}
		waiting := b.register(t, "One", 1)
		storetest.SetRules(t, b.store, rule.Rules{TargetBuild: hermes.GRCh38, MinCell: 5})
		done := b.run(t, waiting)
		if got := builtOn(done); got != genome.GRCh37 {
			t.Errorf("a run that waited while the rule changed is on %s", got)
		}
		content, _ := published(t)
		after, err := b.registerOn(t, hermes.GRCh38, content)
		must(t, err)
		if after.Status != hermes.SubmittedToQC {
			t.Errorf("a file on the new build is %s", after.Status)
		}
		if got := builtOn(b.run(t, after)); got != genome.GRCh38 {
			t.Errorf("a run after the change is on %s", got)
		}
		if got := builtOn(done); got != genome.GRCh37 {
			t.Errorf("the change altered a finished run: %s", got)
		}
		again, err := b.Rerun(ctx, b.uploader, waiting.ID, hermes.QCSettings{FD: 0.2, Adj: "none"}, true)
		must(t, err)
		if again.Settings.Build != hermes.GRCh38 {
			t.Errorf("QC again is on %q", again.Settings.Build)
		}
		must(t, b.store.Rule().InTx(ctx, func(tx rule.Tx) error {
			used, err := tx.UsedRules(ctx)
			if used.TargetBuild != hermes.GRCh38 {
				t.Errorf("a database from before rules were stored would begin with %+v", used)
			}
			return err
		}))
		if n, err := b.store.Rule().Finished(ctx); err != nil || n != (rule.Finished{QCRuns: 2}) {
			t.Errorf("finished results: %+v, %v", n, err)
		}
	})
}

// A target build on which the default panel is not possible is refused, and so is a run with a panel
// that was chosen for the build before.
func TestAPanelOfTheBuildBefore(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		b.panels = panels{foreignPanel(t)}
		admin := auth.NewIdentity(&auth.User{ID: "admin", UserName: "admin", Roles: []string{auth.RoleAdmin}}, nil)
		now, err := b.ConsortiumSettings(ctx, admin)
		must(t, err)
		in := now.Settings
		name := "foreign"
		in.QC.Defaults.Panel = &name
		_, err = b.SetConsortiumSettings(ctx, admin, now.Version, in)
		must(t, err)
		rules := rule.Rules{TargetBuild: hermes.GRCh38, MinCell: 5}
		must(t, b.CheckRules(ctx, rule.Rules{TargetBuild: hermes.Hg19, MinCell: 5}))
		if err := b.CheckRules(ctx, rules); !errs.Is(err, errs.Rule) || !strings.Contains(err.Error(), "This panel is on GRCh37") {
			t.Errorf("a build without the default panel: %v", err)
		}
		u := b.run(t, b.register(t, "One", 1))
		storetest.SetRules(t, b.store, rules)
		u, err = b.Edit(ctx, b.uploader, u.ID, hermes.Edit{Version: u.Version, Metadata: u.Metadata, Mapping: mappingOf(t, u), Withdraw: true})
		must(t, err)
		if u = b.run(t, u); u.Status != hermes.FailedQC || !strings.Contains(u.Run.Error, "foreign is on GRCh37 (hg19), and this run is on GRCh38 (hg38)") {
			t.Errorf("a run with a panel of another build: %s, %q", u.Status, u.Run.Error)
		}
	})
}

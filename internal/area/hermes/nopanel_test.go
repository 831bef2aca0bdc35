package hermes_test

import (
	"encoding/json"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/qc"
)

// A report without a panel states why there is none, and suggests only possible actions.
func TestAReportStatesWhyItHasNoPanel(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.panels = panels{{Name: "elsewhere", Build: hermes.GRCh38, Ancestry: "EUR"}}
		u := b.run(t, b.register(t, "Study", 1))
		says := func(want string) {
			t.Helper()
			var report qc.Report
			must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), &report))
			for _, step := range report.Steps {
				if step.Name == "frequency" && (len(step.Messages) != 1 || step.Messages[0] != want) {
					t.Errorf("says %q, want %q", step.Messages, want)
				}
			}
		}
		says(
			"No reference panel on GRCh37 (hg19) is installed here, so frequencies were not compared with one; ask an administrator to install one, and run QC again.",
		)

		b.panels = append(b.panels, hermes.Panel{Name: "asian", Build: hermes.Hg19, Ancestry: "EAS"})
		_, err := b.Rerun(t.Context(), b.uploader, u.ID, hermes.QCSettings{FD: 0.2, Adj: "none"}, true)
		must(t, err)
		again, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		b.run(t, again)
		says("No reference panel of the ancestry European on GRCh37 (hg19) is installed here, so frequencies were not compared with one; " +
			"run QC again with one that holds the variants of this file, or ask an administrator to install one.")

		_, err = b.rerun(t, u.ID, hermes.PanelNone)
		must(t, err)
		says("This run was set to use no reference panel, so frequencies were not compared with one; run QC again with one of those that are installed.")
	})
}
